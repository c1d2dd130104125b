// A program of someone else: the face for C++, and what the standard library brings into any
// program.
#include <iostream>
#include <memory>
#include <millstone/millstone.hpp>
#include <string>

int main(int argc, char** argv) try {
  if (argc < 2) return 2;
  const auto prober = std::make_shared<millstone::Prober>(std::string(argv[1]));
  const auto moves = prober->moves(prober->variant().start_position());
  const auto& best = moves.front();
  std::cout << prober->variant().text(best) << " is best of " << std::to_string(moves.size())
            << " moves, value " << best.outcome.value << " in " << best.outcome.distance
            << " plies\n";
} catch (const millstone::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
