# What is installed besides programs and libraries, and Debian packages: cpack -G DEB in the build folder
# makes the library, what developers need, the tool and the Python module.
include(GNUInstallDirs)
# A component of its own: in Debian packages the file debian_files.cmake writes stands for it.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT license)

set(MILLSTONE_MAINTAINER "The Millstone authors <millstone@example.org>" CACHE STRING
  "Who answers for the Debian packages: name and address")
set(CPACK_PACKAGE_NAME millstone)
set(CPACK_PACKAGE_VENDOR "The Millstone authors")
set(CPACK_PACKAGE_CONTACT "${MILLSTONE_MAINTAINER}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian_files.cmake)
set(CPACK_COMPONENTS_ALL library development tools)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(about "Millstone knows who wins each position of a mill game, and in how many plies.")
set(systems "It is supported and tested on Debian 12 with amd64, and with arm64 under qemu.
Windows, macOS, 32-bit and big-endian machines are not supported.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libmillstone${PROJECT_VERSION_MAJOR})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/triggers)
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "${about}
This is the library that programs ask: legal moves, values, distances.
${systems}")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libmillstone-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "libmillstone${PROJECT_VERSION_MAJOR} (= ${PROJECT_VERSION}), libzstd-dev")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "${about}
These are the headers for C and C++, the static library and what CMake and
pkg-config need to find them.
${systems}")

set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME millstone)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION misc)
set(CPACK_DEBIAN_TOOLS_DESCRIPTION "${about}
This is the program that builds the databases, verifies them, asks them and
plays with them.
${systems}")

if(TARGET millstone_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-millstone)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_DESCRIPTION "${about}
This is the module for Debian's Python.
${systems}")
  # Debian's way to say for which version of the interpreter a module is compiled.
  set(this ${MILLSTONE_PYTHON_MAJOR}.${MILLSTONE_PYTHON_MINOR})
  math(EXPR next "${MILLSTONE_PYTHON_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
    "python3 (>= ${this}~), python3 (<< ${MILLSTONE_PYTHON_MAJOR}.${next}), python3-numpy")
endif()
include(CPack)
