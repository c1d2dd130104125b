// What the server answers, as server/HTTP.md describes it. Types alone: nothing here runs.

/** @typedef {'white' | 'black'} Side */
/** @typedef {'win' | 'draw' | 'loss' | 'unknown'} Category */

/**
 * @typedef {object} BoardPoint
 * @property {string} name
 * @property {number} x  to the right, from 0
 * @property {number} y  upwards, from 0
 */

/**
 * @typedef {object} Board
 * @property {string} name
 * @property {BoardPoint[]} points
 * @property {[number, number][]} edges
 * @property {number[][]} lines
 * @property {number[][]} symmetries  where each point goes; the first is the identity
 */

/**
 * @typedef {object} Variant
 * @property {string} name
 * @property {string} digest
 * @property {string[]} addresses  names and digest that it is asked by; the first is for links
 * @property {Record<string, number | boolean | string>} rules
 * @property {Record<string, number | boolean | string>} defaults
 * @property {string[]} idle  rule fields without effect
 * @property {string} start
 * @property {Board} board
 * @property {string[]} subspaces
 * @property {string[]} damaged  subspaces whose files are there and cannot be read
 */

/**
 * @typedef {object} Parts  a position taken apart
 * @property {Side} turn
 * @property {string[]} white
 * @property {string[]} black
 * @property {number} white_hand
 * @property {number} black_hand
 * @property {string[]} marked  points that are blocked until placing ends
 * @property {number} removals
 * @property {boolean} removes_own  whether these are stones of the side to move itself
 * @property {string} phase
 * @property {string | null} over
 * @property {Side | null} winner
 */

/** @typedef {{gain: number, steps: number}} WireGrade  how good a draw is */

/**
 * @typedef {object} WireMove
 * @property {string} uci
 * @property {Category} [category]  for the side that did not play it
 * @property {number | null} [dtw]
 * @property {WireGrade | null} [grade]  of a draw, for the side that plays it
 * @property {string} fen
 */

/**
 * @typedef {object} WirePosition  of `/{variant}` and, without values, of `/{variant}/position`
 * @property {Category} [category]
 * @property {number | null} [dtw]
 * @property {string} fen
 * @property {string} subspace
 * @property {Parts} position
 * @property {WireMove[]} moves
 */

/**
 * @typedef {object} MainLine
 * @property {{uci: string, category: Category, dtw: number | null, fen: string}[]} mainline
 * @property {'w' | 'b' | null} winner
 */

/** @typedef {{value: 'win' | 'draw' | 'loss', distance: number | null}} WireOutcome */

/**
 * @typedef {object} ReviewTurn
 * @property {number} number
 * @property {'White' | 'Black'} side
 * @property {string} turn
 * @property {boolean} known
 * @property {WireOutcome} [before]  with the best turn, for the side that moves
 * @property {WireOutcome} [after]  with the turn that was played, for the same side
 * @property {boolean} [blunder]
 * @property {number | null} [plies_lost]
 * @property {string[]} [best]
 * @property {string} fen  after the turn
 */

/**
 * @typedef {object} Told  what is told of a game beside its start and turns; what goes without saying is
 *     left out
 * @property {string} [white]  who played
 * @property {string} [black]
 * @property {string} [result]  how it was scored: 1-0, 0-1, 1/2-1/2, or * where nobody has ended it
 * @property {string} [reason]
 * @property {number} [nMoveRule]
 * @property {number} [endgameNMoveRule]
 * @property {boolean} [threefoldRepetitionRule]
 * @property {number} [opening_turns]
 * @property {string} [opening_choice]
 * @property {[string, string][]} [tags]  further ones
 */

/** @typedef {{fen?: string, moves: string[]} & Told} GameRequest */
/** @typedef {GameRequest | {game: string}} ReviewRequest  what makes a game, or the text of one */

/**
 * @typedef {object} Review
 * @property {string} white
 * @property {string} black
 * @property {string} result  1-0, 0-1, 1/2-1/2, or * while nobody has ended it
 * @property {string} reason  by what it has ended
 * @property {Told} told
 * @property {string} start
 * @property {ReviewTurn[]} turns
 * @property {string} text
 */

/**
 * @typedef {object} PlayAnswer
 * @property {string} uci
 * @property {string} fen
 * @property {string | null} ending
 * @property {Side | null} winner
 */

/**
 * @typedef {object} SubspaceStats
 * @property {string} subspace
 * @property {number} classes
 * @property {number} wins
 * @property {number} draws
 * @property {number} losses
 * @property {number[] | null} wins_by_distance
 * @property {number[] | null} losses_by_distance
 */

/**
 * @typedef {object} SearchReport
 * @property {number} depth
 * @property {number} nodes
 * @property {number} seconds
 * @property {{score: number | null, category: Category, dtw: number | null, moves: string[]}[]} lines
 */

export {};
