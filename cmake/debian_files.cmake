# What Debian wants in each of its packages: cpack runs this when the files of all components lie in a
# folder each.
file(READ ${CPACK_RESOURCE_FILE_LICENSE} license)
string(REGEX MATCH "Copyright[^\n]*" holder "${license}")
string(REGEX REPLACE "^Copyright (\\([cC]\\) )?" "" holder "${holder}")
string(REGEX REPLACE ".*${holder}\n+" "" terms "${license}")
string(REGEX REPLACE "\n\n" "\n.\n" terms "${terms}")
string(STRIP "${terms}" terms)
string(REPLACE "\n" "\n " terms "${terms}")

set(copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: ${CPACK_PACKAGE_NAME}
Upstream-Contact: ${CPACK_PACKAGE_CONTACT}

Files: *
Copyright: ${holder}
License: Expat
 ${terms}
")
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
set(changelog "${CPACK_PACKAGE_NAME} (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * Version ${CPACK_PACKAGE_VERSION}; the history of the sources says what is new.

 -- ${CPACK_PACKAGE_CONTACT}  ${now}
")

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} upper)
  set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/${component}/usr/share)
  set(documents ${root}/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  file(WRITE ${documents}/copyright "${copyright}")
  file(WRITE ${documents}/changelog "${changelog}")
  file(GLOB pages ${root}/man/man*/*.[1-9])
  execute_process(COMMAND gzip -9nf ${documents}/changelog ${pages} COMMAND_ERROR_IS_FATAL ANY)
  if(component STREQUAL "library")
    file(WRITE ${root}/lintian/overrides/${CPACK_DEBIAN_${upper}_PACKAGE_NAME}
      "# CPack writes these scripts beside the trigger.\nmaintscript-calls-ldconfig *\n")
  endif()
  file(GLOB_RECURSE written ${documents}/* ${root}/man/* ${root}/lintian/*)
  file(CHMOD ${written} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endforeach()
