# Writes OUTPUT, a C++ source: the file TEMPLATE with {"path", R"text(...)text"}, for every file in INPUTS in
# place of @entries@. Called at build time:
#   cmake -DOUTPUT=... -DTEMPLATE=... -DROOT=... -DINPUTS="a;b" -P embed_text.cmake
cmake_minimum_required(VERSION 3.25)
set(entries "")
foreach(path IN LISTS INPUTS)
  file(READ ${ROOT}/${path} text)
  string(APPEND entries "    {\"${path}\", R\"text(${text})text\"},\n")
endforeach()
file(READ ${TEMPLATE} source)
string(REPLACE "@entries@" "${entries}" source "${source}")
file(WRITE ${OUTPUT} "${source}")
