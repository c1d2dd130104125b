/* The header is C, and so is a program that uses it: the example of prober/README.md. */
#include <millstone/millstone.h>
#include <stdio.h>

int main(int argc, char** argv) {
  millstone_options options;
  millstone_prober* prober;
  if (argc < 2) return 2;
  const char* paths[] = {argv[1]};
  millstone_options_init(&options, sizeof options);
  options.paths = paths;
  options.path_count = 1;
  if (millstone_open(&options, &prober) != MILLSTONE_OK) {
    fprintf(stderr, "%s\n", millstone_last_error());
    return 1;
  }
  millstone_position position;
  millstone_move best;
  size_t count;
  char text[32];
  millstone_start_position(millstone_prober_variant(prober), &position);
  millstone_status status = millstone_probe_moves(prober, &position, &best, 1, &count);
  if (status != MILLSTONE_OK && status != MILLSTONE_ERROR_BUFFER_TOO_SMALL) {
    fprintf(stderr, "%s\n", millstone_last_error());
    return 1;
  }
  millstone_format_move(millstone_prober_variant(prober), &best, text, sizeof text, NULL);
  printf("%s is best of %zu moves, value %d in %d plies\n", text, count, (int)best.outcome.value,
         (int)best.outcome.distance);
  millstone_close(prober);
  return 0;
}
