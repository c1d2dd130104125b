#pragma once

#include <cstddef>
#include <cstdint>

// Every fuzz target is one function over bytes that must neither crash nor trip a sanitizer,
// whatever they are. Under libFuzzer (preset fuzz) each is a program of its own; in the ordinary
// tests each replays its corpus, every byte of it changed and every length of it cut.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
