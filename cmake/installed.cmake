# The target millstone_installed, all that `cmake --install` puts down; and a sentence in place of the
# name of a missing file if that was not compiled. Stands before the rooms: installing goes in their
# order.
set(targets millstone_shared millstone_static)
if(MILLSTONE_BUILD_PROGRAM OR MILLSTONE_BUILD_TESTS)
  list(APPEND targets millstone)
endif()
if(MILLSTONE_BUILD_PYTHON AND NOT MILLSTONE_SANITIZE)
  list(APPEND targets millstone_python)
endif()
# Whether there is an MPI is found out later.
set(cluster $<TARGET_EXISTS:millstone-mpi>)
add_custom_target(millstone_installed DEPENDS ${targets} $<${cluster}:millstone-mpi>)

list(REMOVE_ITEM targets millstone_static)
list(TRANSFORM targets REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE files)
list(APPEND files $<${cluster}:$<TARGET_FILE:millstone-mpi>>)
list(APPEND files ${PROJECT_BINARY_DIR}/prober/package/libmillstone.a)
install(CODE "
  foreach(file ${files})
    if(NOT EXISTS \"\${file}\")
      message(FATAL_ERROR \"\${file} is not there yet; \"
        \"first run: cmake --build ${PROJECT_BINARY_DIR} --target millstone_installed\")
    endif()
  endforeach()" ALL_COMPONENTS)
