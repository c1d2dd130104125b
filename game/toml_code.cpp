// The one source that compiles the code of toml++; all others see its declarations.
#define TOML_IMPLEMENTATION
#include "game/toml_text.h"
