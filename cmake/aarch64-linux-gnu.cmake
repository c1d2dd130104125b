# Cross-compiling for 64-bit Arm with Debian's g++-aarch64-linux-gnu. The libraries come from
# MILLSTONE_ARM64_LIBRARIES, a folder that tests/arm64/run fills with Debian's arm64 packages; what is
# built runs under qemu-aarch64.
get_filename_component(millstone_source ${CMAKE_CURRENT_LIST_DIR}/.. ABSOLUTE)
set(MILLSTONE_ARM64_LIBRARIES ${millstone_source}/build/arm64-libraries
  CACHE PATH "Folder with the unpacked arm64 packages")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES MILLSTONE_ARM64_LIBRARIES)

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)

# The libraries of this machine are for another processor; its programs are what runs the build.
set(CMAKE_FIND_ROOT_PATH ${MILLSTONE_ARM64_LIBRARIES} /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${MILLSTONE_ARM64_LIBRARIES})
set(ENV{PKG_CONFIG_LIBDIR} ${MILLSTONE_ARM64_LIBRARIES}/usr/lib/aarch64-linux-gnu/pkgconfig)
