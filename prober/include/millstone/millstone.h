/**
 * Millstone: perfect-play databases of mill games, for programs in C and everything that can call
 * C.
 *
 * Open a handle on the directories that hold database files, ask it about positions, close it. A
 * handle may be used by many threads at once. No function throws, aborts, exits or prints; every
 * one that can fail returns an error code, and nothing is ever guessed: where a file is missing or
 * damaged the answer is an error and never a value.
 *
 * Points are numbered 0, 1, ... in the order of the position text, so bit i of a mask is the i-th
 * of millstone_point_name(). Distances count plies to the end of the game when the winner hurries
 * and the loser delays; a turn with its removals is one ply.
 */
#ifndef MILLSTONE_MILLSTONE_H
#define MILLSTONE_MILLSTONE_H
/* NOLINTBEGIN: this is C. */

#include <stddef.h>
#include <stdint.h>

/** Version of this header. The library in use says its own: millstone_version(). */
#define MILLSTONE_VERSION_MAJOR 0
#define MILLSTONE_VERSION_MINOR 1
#define MILLSTONE_VERSION_PATCH 0

#if defined(_WIN32)
#define MILLSTONE_API
#else
#define MILLSTONE_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** What went wrong. The numbers never change. */
typedef enum millstone_status {
  MILLSTONE_OK = 0,
  MILLSTONE_ERROR_INVALID_ARGUMENT = 1,    /**< an option or pointer that makes no sense */
  MILLSTONE_ERROR_INVALID_POSITION = 2,    /**< text or masks that the rules do not allow */
  MILLSTONE_ERROR_MISSING = 3,             /**< no file for the position */
  MILLSTONE_ERROR_DAMAGED = 4,             /**< a file whose bytes are not what was written */
  MILLSTONE_ERROR_UNSUPPORTED_VERSION = 5, /**< a file of a newer format */
  MILLSTONE_ERROR_WRONG_RULES = 6,         /**< a file made for other rules */
  MILLSTONE_ERROR_UNSUPPORTED_RULE = 7,    /**< a rule that this version cannot express */
  MILLSTONE_ERROR_INPUT_OUTPUT = 8,        /**< the system refused to open or read a file */
  MILLSTONE_ERROR_OUT_OF_MEMORY = 9,
  MILLSTONE_ERROR_NOT_CACHED = 10,       /**< only from millstone_probe_cached() */
  MILLSTONE_ERROR_BUFFER_TOO_SMALL = 11, /**< the size needed was stored */
  MILLSTONE_ERROR_INCONSISTENT = 12,     /**< two files contradict each other: verify them */
  MILLSTONE_ERROR_INTERNAL = 13          /**< a mistake of ours */
} millstone_status;

typedef enum millstone_value {
  MILLSTONE_LOSS = 0,
  MILLSTONE_DRAW = 1,
  MILLSTONE_WIN = 2
} millstone_value;

/** Value and distance for the side to move. */
typedef struct millstone_outcome {
  int32_t value; /**< a millstone_value */
  int32_t
      distance; /**< plies, odd in a win and even in a loss; -1 in a draw or where it is unknown */
} millstone_outcome;

/** A position. Masks have bit i for point i. */
typedef struct millstone_position {
  uint32_t own;          /**< stones of the side to move */
  uint32_t opponent;     /**< stones of the other side */
  uint8_t own_hand;      /**< stones the side to move has still to place */
  uint8_t opponent_hand; /**< ... and the other side */
  uint8_t removals;      /**< stones the side to move has to take now, having closed a mill */
  uint8_t black_to_move; /**< only for text: whose stones `own` are; 0 or 1 */
} millstone_position;

/** A turn of the side to move, and what it leads to for that side. */
typedef struct millstone_move {
  int8_t from;      /**< point a stone leaves; -1 if it is placed or none is moved */
  int8_t to;        /**< point it goes to; -1 if none is */
  uint8_t pad[2];   /**< zero */
  uint32_t removed; /**< mask of the opponent's stones that are taken */
  millstone_outcome outcome;
} millstone_move;

/** How files are read. */
typedef enum millstone_access {
  MILLSTONE_MAPPED = 0, /**< mapped into memory: quick; a file that was cut short is an error, but
                             who cuts it during a read (before Linux 5.14: at any time) ends the
                             process */
  MILLSTONE_POSITIONED = 1 /**< read when needed: every failure is an error */
} millstone_access;

/** Options of millstone_open(). Start with millstone_options_init(). */
typedef struct millstone_options {
  size_t size;              /**< of this struct, set by millstone_options_init() */
  const char* const* paths; /**< directories; where two have the same file, the earlier counts */
  size_t path_count;        /**< at least 1 */
  const char* variant;  /**< name of a variant that is compiled in; NULL: the rules that the files
                             of the first directory were made for */
  uint64_t cache_bytes; /**< for decoded blocks, taken as needed; 256 MiB if not changed */
  int32_t access;       /**< a millstone_access */
  int32_t preload;      /**< not 0: open all files and decode their values now, as far as the
                             cache reaches */
} millstone_options;

/** What a handle has done since it was opened. */
typedef struct millstone_statistics {
  uint64_t probes;        /**< positions answered */
  uint64_t by_rules;      /**< ... without a file, since the game is over there */
  uint64_t cache_hits;    /**< ... from a decoded block */
  uint64_t cache_misses;  /**< ... after decoding one */
  uint64_t decoded_bytes; /**< that came out of decoding */
  uint64_t latency[32];   /**< of cache misses: [i] took 2^i .. 2^(i+1)-1 nanoseconds */
} millstone_statistics;

/** An open database. */
typedef struct millstone_prober millstone_prober;

/** Fills in the defaults. */
MILLSTONE_API void millstone_options_init(millstone_options* options);

/**
 * Opens a handle. Files are opened when a position first needs them, but one at once, so that a
 * database for other rules is refused here.
 * @param prober  gets the handle, or NULL on failure
 * @param message gets a sentence on failure (and "" on success); may be NULL
 * @param message_size  bytes that `message` has room for; longer sentences are cut
 */
MILLSTONE_API millstone_status millstone_open(const millstone_options* options,
                                              millstone_prober** prober, char* message,
                                              size_t message_size);

/** Closes a handle that no other thread uses any more; NULL is allowed. */
MILLSTONE_API void millstone_close(millstone_prober* prober);

/** Win, draw or loss. Needs the value file of the position's subspace. */
MILLSTONE_API millstone_status millstone_probe_value(millstone_prober* prober,
                                                     const millstone_position* position,
                                                     millstone_value* value);

/**
 * Values of many positions, for programs that have them at hand (a search its leaves, a study
 * its sample): quicker than one by one, since while one waits for memory others go on.
 * @param values  gets `count` of them: a millstone_value, or -1 where there is none
 * @return the first error, which is also the one that millstone_last_error() tells; the positions
 *         behind it are answered all the same
 */
MILLSTONE_API millstone_status millstone_probe_values(millstone_prober* prober,
                                                      const millstone_position* positions,
                                                      size_t count, int8_t* values);

/** Plies to the end, -1 in a draw. Needs the value file and the distance file. */
MILLSTONE_API millstone_status millstone_probe_distance(millstone_prober* prober,
                                                        const millstone_position* position,
                                                        int32_t* distance);

/** Value and distance. Without a distance file the distance is -1. */
MILLSTONE_API millstone_status millstone_probe(millstone_prober* prober,
                                               const millstone_position* position,
                                               millstone_outcome* outcome);

/**
 * The value if its block is decoded, in well under a microsecond; never reads a file:
 * MILLSTONE_ERROR_NOT_CACHED otherwise. For search at low depth.
 */
MILLSTONE_API millstone_status millstone_probe_cached(millstone_prober* prober,
                                                      const millstone_position* position,
                                                      millstone_value* value);

/**
 * All turns, best first: shortest win, draws, longest loss. None where the game is over. Without
 * distance files distances are -1, and turns of equal value stand in the order of the rules.
 * @param moves     gets at most `capacity` of them
 * @param count     gets how many there are; if that is more than `capacity`, the result is
 *                  MILLSTONE_ERROR_BUFFER_TOO_SMALL and `moves` holds the best ones
 */
MILLSTONE_API millstone_status millstone_probe_moves(millstone_prober* prober,
                                                     const millstone_position* position,
                                                     millstone_move* moves, size_t capacity,
                                                     size_t* count);

/** The position after a turn that millstone_probe_moves() gave, seen by the side to move then. */
MILLSTONE_API millstone_status millstone_play(const millstone_prober* prober,
                                              const millstone_position* position,
                                              const millstone_move* move,
                                              millstone_position* after);

/** Reads a position text of either dialect, or of the two fields board and side. */
MILLSTONE_API millstone_status millstone_parse_position(millstone_prober* prober, const char* text,
                                                        millstone_position* position);

/** Writes a position as text with a closing zero. `needed` (may be NULL) gets the bytes it takes.
 */
MILLSTONE_API millstone_status millstone_format_position(millstone_prober* prober,
                                                         const millstone_position* position,
                                                         char* text, size_t size, size_t* needed);

/** Writes a turn in move notation, such as a1-a4xg7; as millstone_format_position(). */
MILLSTONE_API millstone_status millstone_format_move(millstone_prober* prober,
                                                     const millstone_move* move, char* text,
                                                     size_t size, size_t* needed);

/** The start of the game: an empty board. */
MILLSTONE_API millstone_status millstone_start_position(const millstone_prober* prober,
                                                        millstone_position* position);

/** Name and digest of the rules; valid until the handle is closed. */
MILLSTONE_API const char* millstone_variant_name(const millstone_prober* prober);
MILLSTONE_API const char* millstone_variant_digest(const millstone_prober* prober);

/** Points of the board, and their names ("a1"); NULL for a point that is not there. */
MILLSTONE_API int32_t millstone_point_count(const millstone_prober* prober);
MILLSTONE_API const char* millstone_point_name(const millstone_prober* prober, int32_t point);

/** Subspaces with a value file: how many, and the four counts of each. */
MILLSTONE_API size_t millstone_subspace_count(const millstone_prober* prober);
MILLSTONE_API millstone_status millstone_subspace(const millstone_prober* prober, size_t index,
                                                  int32_t* own, int32_t* opponent,
                                                  int32_t* own_hand, int32_t* opponent_hand);

/** Counters since the handle was opened. */
MILLSTONE_API void millstone_get_statistics(const millstone_prober* prober,
                                            millstone_statistics* statistics);

/** What an error code means, in a few words. */
MILLSTONE_API const char* millstone_strerror(millstone_status status);

/**
 * The last error of the calling thread with this handle, in a sentence that names file and place;
 * "" if there was none. Valid until the thread's next call with the handle.
 */
MILLSTONE_API const char* millstone_last_error(const millstone_prober* prober);

/** Version of the library, such as "0.1.0". */
MILLSTONE_API const char* millstone_version(void);

#ifdef __cplusplus
}
#endif

/* NOLINTEND */
#endif
