/**
 * Millstone: mill games and their perfect-play databases, for programs in C and everything that can
 * call C. Every name of the library is declared here; no macro and no inline function is needed.
 *
 * Two kinds of handles: a millstone_variant is a game, that is board and rules, and needs no files;
 * a millstone_prober is a database, the files of one variant. Both never change, and any number of
 * threads may use one at once. No function throws, aborts, exits or prints; every one that can fail
 * returns an error code, and nothing is ever guessed: where a file is missing or damaged the answer
 * is an error and never a value. Texts that functions return belong to the library and live as long
 * as the handle they were asked of.
 *
 * Points are numbered 0, 1, ... in the order of the position text, so bit i of a mask is the i-th
 * of millstone_point_name(). Distances count plies to the end of the game when the winner hurries
 * and the loser delays; a turn with its removals is one ply.
 *
 * How this interface grows. What version 0.1 offers every later 0.x offers too, with the same
 * numbers and the same layout of structures; the name of the shared library and the CMake package
 * say so (libmillstone.so.0). Functions and codes are added, never changed. Structures are of two
 * kinds:
 *
 *  - Values that stand in arrays (position, move, action, outcome) keep their size. What is to come
 *    takes the place of `reserved` members. Whoever fills one in sets those to zero, best by
 *    setting the whole to zero first; a function that finds something else in them returns
 *    MILLSTONE_ERROR_INVALID_ARGUMENT. Whoever gets one from the library passes it on as a whole,
 *    and so keeps what a newer library has put there.
 *  - Those that are passed one at a time (options, statistics) begin with their `size`, which the
 *    caller states, and grow at the end. Of a smaller one the members that it lacks are taken to be
 *    at their defaults, or not filled in. The part of a larger one that this library does not know
 *    must be zero in options, and is set to zero in statistics.
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

/** What a function returns: one of enum millstone_status_code. */
typedef int32_t millstone_status;

/** What went wrong. The numbers never change. */
enum millstone_status_code {
  MILLSTONE_OK = 0,
  MILLSTONE_ERROR_INVALID_ARGUMENT = 1,    /**< an option, name or pointer that makes no sense */
  MILLSTONE_ERROR_INVALID_POSITION = 2,    /**< position or move that the rules do not allow */
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
};

/** What a position is worth to the side to move: one of enum millstone_values. */
typedef int32_t millstone_value;

enum millstone_values {
  MILLSTONE_UNKNOWN = -1, /**< nothing was asked, or the game goes on */
  MILLSTONE_LOSS = 0,
  MILLSTONE_DRAW = 1,
  MILLSTONE_WIN = 2
};

/** Value and distance for the side to move. */
typedef struct millstone_outcome {
  millstone_value value;
  int32_t distance;  /**< plies, odd in a win, even in a loss; -1 in a draw or if unknown */
  int32_t is_graded; /**< 1 in a draw whose grade is known, which tells better draws from worse: the
                          larger gain is better; of equal gains above 0 fewer steps are, below 0
                          more. Otherwise 0, as gain and steps are then */
  int32_t gain;      /**< by how much it is above staying where the game is, for the side to move */
  int32_t steps;     /**< counts the plies on the way there */
  int32_t reserved[1]; /**< zero */
} millstone_outcome;

/** A position. Masks have bit i for point i. */
typedef struct millstone_position {
  uint32_t own;          /**< stones of the side to move */
  uint32_t opponent;     /**< stones of the other side */
  uint8_t own_hand;      /**< stones the side to move has still to place */
  uint8_t opponent_hand; /**< ... and the other side */
  uint8_t removals;      /**< stones the side to move has to take now, having closed a mill */
  uint8_t black_to_move; /**< 0 or 1: whose stones `own` are */
  uint8_t goes_on;     /**< 0, or 1: `removals` were earned by the placement that ended placing, and
                            the same side moves next (only under isDefenderMoveFirst) */
  uint8_t out_of_turn; /**< 0, or 1: the side to move is not the one that the stones in hand tell,
                            were both to place in turn, where rules ask who plays first */
  uint8_t opponent_removals; /**< with `removals`: stones that the other side takes next, as
                                standing mills have counted (millFormationActionInPlacingPhase 5) */
  uint8_t cause; /**< what `removals` were earned by, enum millstone_causes, and its flags; 0 under
                      most rules */
  uint32_t targets;  /**< with `removals`: the stones that they may take, which a capture, a blocked
                          side or a full board limits; 0: those that a mill may take */
  uint32_t marked;   /**< points that are blocked until placing ends
                          (millFormationActionInPlacingPhase 4) */
  uint32_t together; /**< with `removals`: stones of which none or all that are due go
                          (interventionCapture) */
  int8_t
      own_mill_from; /**< what restrictRepeatedMillsFormation remembers of a side's last move, if it
                          closed a mill: the points it went from and to; 0 and 0 if it did not */
  int8_t own_mill_to;
  int8_t opponent_mill_from;
  int8_t opponent_mill_to;
} millstone_position;

/** What a position's removals were earned by. */
enum millstone_causes {
  MILLSTONE_BY_MILL = 0,    /**< or by what a blocked side does */
  MILLSTONE_BY_CAPTURE = 1, /**< custodianCapture (`targets`), interventionCapture (`together`) */
  MILLSTONE_BY_LEAP = 2,    /**< leapCapture (`targets`) */
  MILLSTONE_BY_CAPTURE_OR_MILL = 3, /**< the first stone taken says which of them */
  /* Flags. */
  MILLSTONE_FROM_OWN = 4,     /**< each side takes stones of its own */
  MILLSTONE_ENDS_PLACING = 8, /**< earned by the placement that has emptied both hands, so that
                                   standing mills are counted next */
  MILLSTONE_HAS_LOST = 16     /**< the side to move has lost the stone too many, where stones do not
                                   tell (millFormationActionInPlacingPhase 1 and 2) */
};

/** A turn of the side to move, and what it leads to for that side. */
typedef struct millstone_move {
  int8_t from;          /**< point a stone leaves; -1 if it is placed or none is moved */
  int8_t to;            /**< point it goes to; -1 if none is */
  uint8_t reserved0[2]; /**< zero */
  uint32_t removed;     /**< mask of the opponent's stones that are taken */
  uint32_t reserved[2]; /**< zero */
  millstone_outcome
      outcome; /**< from millstone_probe_moves(); otherwise unknown, and not looked at */
} millstone_move;

enum millstone_action_kind {
  MILLSTONE_PLACE = 0,  /**< a stone from hand on `to` */
  MILLSTONE_MOVE = 1,   /**< a stone from `from` to `to` */
  MILLSTONE_REMOVE = 2, /**< the opponent's stone on `to` is taken */
  MILLSTONE_PASS = 3
};

/** One step of a turn, as a player makes them at a board: set or move a stone, take one, pass. */
typedef struct millstone_action {
  uint8_t kind;        /**< a millstone_action_kind */
  int8_t from;         /**< -1 unless a stone moves */
  int8_t to;           /**< -1 in a pass */
  uint8_t reserved[5]; /**< zero */
} millstone_action;

/** How a game stands before the side to move acts. */
enum millstone_state {
  MILLSTONE_OPEN = 0,
  MILLSTONE_TOO_FEW_STONES = 1, /**< the side to move has lost */
  MILLSTONE_CANNOT_PLACE = 2,   /**< stones in hand and nothing to do: the side to move has lost */
  MILLSTONE_BLOCKED = 3,        /**< no move, and the rules end the game: lost or drawn */
  MILLSTONE_BOARD_FULL = 4      /**< placing ended on a full board: lost or drawn */
};

/** How files are read. */
enum millstone_access {
  MILLSTONE_MAPPED = 0, /**< mapped into memory: quick; a file that was cut short is an error, but
                             who cuts it during a read (before Linux 5.14: at any time) ends the
                             process */
  MILLSTONE_POSITIONED = 1 /**< read when needed: every failure is an error */
};

/** A board and its rules. */
typedef struct millstone_variant millstone_variant;

/** An open database. */
typedef struct millstone_prober millstone_prober;

/** Options of millstone_open(). Start with millstone_options_init(). */
typedef struct millstone_options {
  uint64_t size;            /**< of this structure in bytes, set by millstone_options_init() */
  const char* const* paths; /**< directories or packs; where two have a file, the earlier counts */
  uint64_t path_count;      /**< at least 1 */
  const millstone_variant* variant; /**< NULL: the rules that the files of the first directory were
                                         made for. Needed no longer than millstone_open() takes */
  uint64_t cache_bytes; /**< for decoded blocks, taken as needed; 256 MiB if not changed */
  int32_t access;       /**< a millstone_access */
  int32_t preload;      /**< 1: open all files and decode their values now, as far as the cache
                             reaches; otherwise 0 */
} millstone_options;

/** What a handle has done since it was opened. */
typedef struct millstone_statistics {
  uint64_t size;          /**< of this structure in bytes, set by the caller */
  uint64_t probes;        /**< positions answered */
  uint64_t by_rules;      /**< ... without a file, since the game is over there */
  uint64_t cache_hits;    /**< ... from a decoded block */
  uint64_t cache_misses;  /**< ... after decoding one */
  uint64_t decoded_bytes; /**< that came out of decoding */
  uint64_t latency[32];   /**< of cache misses: [i] took 2^i .. 2^(i+1)-1 nanoseconds */
} millstone_statistics;

/* ---- Library and errors ---- */

/** Version of the library, such as "0.1.0". */
MILLSTONE_API const char* millstone_version(void);

/** What an error code means, in a few words. */
MILLSTONE_API const char* millstone_strerror(millstone_status status);

/**
 * What went wrong when a function last returned an error to the calling thread, in a sentence that
 * names field, file or place; "" if none has. Valid until one does so again. NOT_CACHED leaves no
 * sentence. Where tasks change threads (Go), ask on the thread that the function ran on.
 */
MILLSTONE_API const char* millstone_last_error(void);

/* ---- Variants: boards and rules ---- */

/** Names of the variants that are compiled in, for index 0 .. count-1; NULL for another index. */
MILLSTONE_API size_t millstone_preset_count(void);
MILLSTONE_API const char* millstone_preset_name(size_t index);

/**
 * Makes a handle of a variant that is compiled in.
 * @param name      such as "nine-mens-morris"
 * @param settings  fields that replace those of the variant, each "field=value", such as
 *                  "pieceCount=4" or "board=16"; may be NULL if there are none
 * @param variant   gets the handle, or NULL on failure
 */
MILLSTONE_API millstone_status millstone_find_variant(const char* name, const char* const* settings,
                                                      size_t setting_count,
                                                      millstone_variant** variant);

/**
 * Makes a handle of the text of a variant file (data/README.md of the sources shows how one is
 * written), with settings as above.
 * @param source  how messages name the text, usually its file; NULL: "text"
 */
MILLSTONE_API millstone_status millstone_parse_variant(const char* toml, const char* source,
                                                       const char* const* settings,
                                                       size_t setting_count,
                                                       millstone_variant** variant);

/** Ends a handle that nothing uses any more; NULL is allowed. Not for millstone_prober_variant().
 */
MILLSTONE_API void millstone_free_variant(millstone_variant* variant);

/** The name, for people; the digest, equal for two variants exactly when they are the same game. */
MILLSTONE_API const char* millstone_variant_name(const millstone_variant* variant);
MILLSTONE_API const char* millstone_variant_digest(const millstone_variant* variant);

/** All that makes the game, one "field=value" a line, board included: what the digest is of. */
MILLSTONE_API const char* millstone_variant_text(const millstone_variant* variant);

/** Names of the rule fields, the same for all variants; NULL for an index that is not there. */
MILLSTONE_API size_t millstone_rule_count(void);
MILLSTONE_API const char* millstone_rule_name(size_t index);

/** The value of a rule field; 0 and 1 are false and true where the field is a flag. */
MILLSTONE_API millstone_status millstone_rule_value(const millstone_variant* variant,
                                                    const char* name, int32_t* value);

/* ---- Boards ---- */

/** Points of the board; their names ("a1"), NULL for a point that is not there; and back, or -1. */
MILLSTONE_API int32_t millstone_point_count(const millstone_variant* variant);
MILLSTONE_API const char* millstone_point_name(const millstone_variant* variant, int32_t point);
MILLSTONE_API int32_t millstone_find_point(const millstone_variant* variant, const char* name);

/** Where a point is drawn: columns from the left (0 is file a), rows from below (0 is rank 1). */
MILLSTONE_API millstone_status millstone_point_place(const millstone_variant* variant,
                                                     int32_t point, int32_t* column, int32_t* row);

/** Mask of the points that are one slide away; 0 for a point that is not there. */
MILLSTONE_API uint32_t millstone_neighbours(const millstone_variant* variant, int32_t point);

/** The edges between points, each once with from < to. */
MILLSTONE_API size_t millstone_edge_count(const millstone_variant* variant);
MILLSTONE_API millstone_status millstone_edge(const millstone_variant* variant, size_t index,
                                              int32_t* from, int32_t* to);

/** The lines that make a mill, as masks; 0 for an index that is not there. */
MILLSTONE_API size_t millstone_line_count(const millstone_variant* variant);
MILLSTONE_API uint32_t millstone_line(const millstone_variant* variant, size_t index);

/* ---- Positions and moves ---- */

/** The start of the game: an empty board. */
MILLSTONE_API millstone_status millstone_start_position(const millstone_variant* variant,
                                                        millstone_position* position);

/** Reads a position text of either dialect, or of the two fields board and side. */
MILLSTONE_API millstone_status millstone_parse_position(const millstone_variant* variant,
                                                        const char* text,
                                                        millstone_position* position);

/**
 * Writes a position as text with a closing zero.
 * @param text    may be NULL if `size` is 0, to ask how much it takes
 * @param needed  gets the bytes it takes with the zero; may be NULL
 */
MILLSTONE_API millstone_status millstone_format_position(const millstone_variant* variant,
                                                         const millstone_position* position,
                                                         char* text, size_t size, size_t* needed);

/**
 * How the game stands.
 * @param state  gets a millstone_state
 * @param value  gets MILLSTONE_LOSS or MILLSTONE_DRAW where the game is over, MILLSTONE_UNKNOWN
 *               where it is open; may be NULL
 */
MILLSTONE_API millstone_status millstone_position_state(const millstone_variant* variant,
                                                        const millstone_position* position,
                                                        int32_t* state, millstone_value* value);

/**
 * All legal turns, each choice of removals a turn of its own; none where the game is over.
 * @param moves  gets at most `capacity` of them, with unknown outcomes
 * @param count  gets how many there are; if that is more than `capacity`, the result is
 *               MILLSTONE_ERROR_BUFFER_TOO_SMALL
 */
MILLSTONE_API millstone_status millstone_legal_moves(const millstone_variant* variant,
                                                     const millstone_position* position,
                                                     millstone_move* moves, size_t capacity,
                                                     size_t* count);

/** Reads a turn, such as a1-a4xg7, that is legal in the position. */
MILLSTONE_API millstone_status millstone_parse_move(const millstone_variant* variant,
                                                    const millstone_position* position,
                                                    const char* text, millstone_move* move);

/** Writes a turn; as millstone_format_position(). */
MILLSTONE_API millstone_status millstone_format_move(const millstone_variant* variant,
                                                     const millstone_move* move, char* text,
                                                     size_t size, size_t* needed);

/**
 * The position after a legal turn, seen by the side that is next to move, which `black_to_move`
 * tells: it may be the same side again (isDefenderMoveFirst).
 */
MILLSTONE_API millstone_status millstone_play(const millstone_variant* variant,
                                              const millstone_position* position,
                                              const millstone_move* move,
                                              millstone_position* after);

/**
 * The same four for the single steps of a turn. After a step that closes a mill the same side is to
 * move, with `removals` pending.
 */
MILLSTONE_API millstone_status millstone_legal_actions(const millstone_variant* variant,
                                                       const millstone_position* position,
                                                       millstone_action* actions, size_t capacity,
                                                       size_t* count);
MILLSTONE_API millstone_status millstone_parse_action(const millstone_variant* variant,
                                                      const millstone_position* position,
                                                      const char* text, millstone_action* action);
MILLSTONE_API millstone_status millstone_format_action(const millstone_variant* variant,
                                                       const millstone_action* action, char* text,
                                                       size_t size, size_t* needed);
MILLSTONE_API millstone_status millstone_play_action(const millstone_variant* variant,
                                                     const millstone_position* position,
                                                     const millstone_action* action,
                                                     millstone_position* after);

/* ---- Databases ---- */

/** Fills in the defaults. `size` is that of the caller's structure: sizeof(millstone_options). */
MILLSTONE_API void millstone_options_init(millstone_options* options, size_t size);

/**
 * Opens a handle. Files are opened when a position first needs them, but one at once, so that a
 * database for other rules is refused here.
 * @param prober  gets the handle, or NULL on failure
 */
MILLSTONE_API millstone_status millstone_open(const millstone_options* options,
                                              millstone_prober** prober);

/** Closes a handle that no other thread uses any more; NULL is allowed. */
MILLSTONE_API void millstone_close(millstone_prober* prober);

/** The variant whose positions the database answers. It lives as long as the prober. */
MILLSTONE_API const millstone_variant* millstone_prober_variant(const millstone_prober* prober);

/** Win, draw or loss. Needs the value file of the position's subspace. */
MILLSTONE_API millstone_status millstone_probe_value(const millstone_prober* prober,
                                                     const millstone_position* position,
                                                     millstone_value* value);

/**
 * Values of many positions, for programs that have them at hand (a search its leaves, a study
 * its sample): quicker than one by one, since while one waits for memory others go on.
 * @param values  gets `count` of them: a millstone_value, MILLSTONE_UNKNOWN where there is none
 * @return the first error, which is also the one that millstone_last_error() tells; the positions
 *         behind it are answered all the same, unless it is MILLSTONE_ERROR_INVALID_ARGUMENT
 */
MILLSTONE_API millstone_status millstone_probe_values(const millstone_prober* prober,
                                                      const millstone_position* positions,
                                                      size_t count, int8_t* values);

/** Plies to the end, -1 in a draw. Needs the value file and the distance file. */
MILLSTONE_API millstone_status millstone_probe_distance(const millstone_prober* prober,
                                                        const millstone_position* position,
                                                        int32_t* distance);

/** Value and distance. Without a distance file the distance is -1. */
MILLSTONE_API millstone_status millstone_probe(const millstone_prober* prober,
                                               const millstone_position* position,
                                               millstone_outcome* outcome);

/**
 * The value if its block is decoded, in well under a microsecond; never reads a file:
 * MILLSTONE_ERROR_NOT_CACHED otherwise. For search at low depth.
 */
MILLSTONE_API millstone_status millstone_probe_cached(const millstone_prober* prober,
                                                      const millstone_position* position,
                                                      millstone_value* value);

/**
 * All turns, best first: shortest win, draws, longest loss. None where the game is over. Without
 * distance files distances are -1, and turns of equal value stand in the order of the rules.
 * Buffer and count as in millstone_legal_moves(); a small buffer gets the best ones.
 */
MILLSTONE_API millstone_status millstone_probe_moves(const millstone_prober* prober,
                                                     const millstone_position* position,
                                                     millstone_move* moves, size_t capacity,
                                                     size_t* count);

/** Subspaces with a value file: how many, and the four counts of each. */
MILLSTONE_API size_t millstone_subspace_count(const millstone_prober* prober);
MILLSTONE_API millstone_status millstone_subspace(const millstone_prober* prober, size_t index,
                                                  int32_t* own, int32_t* opponent,
                                                  int32_t* own_hand, int32_t* opponent_hand);

/** Counters since the handle was opened; `statistics->size` says how much room there is. */
MILLSTONE_API millstone_status millstone_get_statistics(const millstone_prober* prober,
                                                        millstone_statistics* statistics);

#ifdef __cplusplus
}
#endif

/* NOLINTEND */
#endif
