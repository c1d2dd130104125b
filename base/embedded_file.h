#pragma once

#include <cstdint>

/// The bytes of a file as they are, between the symbols `symbol` and `symbol##_end`; at the outer
/// level of a source file, inside of extern "C". Both arguments after the first are string
/// literals; the file is `directory/file`. They have a section of their own: what is between other
/// constants becomes resident with these, whether it is read or not.
#define MILLSTONE_EMBED(symbol, directory, file)                            \
  asm(".section .embedded_files,\"a\"\n"                                    \
      ".balign 64\n" #symbol                                                \
      ":\n"                                                                 \
      ".incbin \"" directory "/" file "\"\n" #symbol                        \
      "_end:\n"                                                             \
      ".byte 0\n"                                                           \
      ".previous\n");                                                       \
  extern const std::uint8_t symbol[] __attribute__((visibility("hidden"))); \
  extern const std::uint8_t symbol##_end[] __attribute__((visibility("hidden")))
