// The C++ example of prober/README.md.
#include <iostream>
#include <millstone/millstone.hpp>

int main(int argc, char** argv) try {
  if (argc < 2) return 2;
  const millstone_api::Prober prober{std::string(argv[1])};
  const auto moves = prober.moves(prober.start_position());
  const auto& best = moves.front();
  std::cout << prober.text(best) << " is best of " << moves.size() << " moves, value "
            << best.outcome.value << " in " << best.outcome.distance << " plies\n";
} catch (const millstone_api::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
