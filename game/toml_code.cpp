// The one source that compiles the code of toml++; all others see its declarations.
#define TOML_IMPLEMENTATION
#define TOML_ASSERT(condition) static_cast<void>(0)
#include <toml++/toml.h>
