// Where the points of a board are drawn, and which of its symmetries a person has a name for.

/** @typedef {import('./wire_types.js').Board} Board */
/** @typedef {{x: number, y: number}} Place  in units of the drawing, y downwards */

const kMargin = 88;
const kWidest = 600; // between the outermost points, so that stones look alike on all boards
const kClosest = 100;
const kFarthest = 170;

/** @param {Board} board */
function extent(board) {
  const xs = board.points.map(({ x }) => x);
  const ys = board.points.map(({ y }) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), low: Math.min(...ys), high: Math.max(...ys) };
}

/**
 * How far neighbouring coordinates are from each other.
 * @param {Board} board
 */
function unit_of(board) {
  const { left, right, low, high } = extent(board);
  const spans = Math.max(1, right - left, high - low);
  return Math.max(kClosest, Math.min(kFarthest, kWidest / spans));
}

/**
 * @param {Board} board
 * @returns {Map<string, Place>}  by the names of points
 */
export function places_of(board) {
  const { left, high } = extent(board);
  const unit = unit_of(board);
  const place = (/** @type {{x: number, y: number}} */ { x, y }) => ({
    x: (x - left) * unit,
    y: (high - y) * unit,
  });
  return new Map(board.points.map((point) => [point.name, place(point)]));
}

/** @param {Board} board */
export function frame_of(board) {
  const { left, right, low, high } = extent(board);
  const unit = unit_of(board);
  const width = (right - left) * unit + 2 * kMargin;
  const height = (high - low) * unit + 2 * kMargin;
  return { left: -kMargin, top: -kMargin, width, height };
}

/**
 * The files and ranks that have a point, with where their names stand.
 * @param {Board} board
 */
export function coordinates_of(board) {
  const places = places_of(board);
  /** @type {Map<string, number>} */
  const files = new Map();
  /** @type {Map<string, number>} */
  const ranks = new Map();
  for (const [name, { x, y }] of places) {
    files.set(name[0], x);
    ranks.set(name.slice(1), y);
  }
  return { files, ranks };
}

/**
 * Whether a line leads from one point to another.
 * @param {Board} board
 * @param {string} from
 * @param {string} to
 */
export function are_joined(board, from, to) {
  const names = board.points.map(({ name }) => name);
  const [a, b] = [names.indexOf(from), names.indexOf(to)];
  return board.edges.some(([one, other]) => (one === a && other === b) || (one === b && other === a));
}

/** @typedef {'mirror' | 'rotate' | 'rings'} Turning */

/**
 * The symmetry of the board that is meant by a name, or null if the board has none such.
 * @param {Board} board
 * @param {Turning} turning
 * @returns {number[] | null}
 */
export function symmetry_named(board, turning) {
  const { left, right, low, high } = extent(board);
  const [middle_x, middle_y] = [(left + right) / 2, (low + high) / 2];
  const centred = board.points.map(({ x, y }) => ({ x: x - middle_x, y: y - middle_y }));
  const fits = {
    mirror: same_place(centred, ({ x, y }) => ({ x: -x, y })),
    rotate: same_place(centred, ({ x, y }) => ({ x: y, y: -x })),
    rings: same_direction(centred),
  };
  const others = board.symmetries.slice(1);
  return others.find(fits[turning]) ?? null;
}

/**
 * @param {Place[]} points
 * @param {(point: Place) => Place} image
 */
function same_place(points, image) {
  return (/** @type {number[]} */ symmetry) =>
    points.every((point, i) => {
      const wanted = image(point);
      const found = points[symmetry[i]];
      return wanted.x === found.x && wanted.y === found.y;
    });
}

/**
 * Each point stays in its direction from the centre.
 * @param {Place[]} points
 */
function same_direction(points) {
  const direction = (/** @type {Place} */ { x, y }) => Math.atan2(y, x).toFixed(4);
  return (/** @type {number[]} */ symmetry) =>
    points.every((point, i) => direction(point) === direction(points[symmetry[i]]));
}

/**
 * The point next to another one in a direction of the arrow keys: the nearest within a right angle.
 * @param {Map<string, Place>} places
 * @param {string} from
 * @param {Place} direction
 */
export function point_towards(places, from, direction) {
  const start = places.get(from);
  if (!start) return from;
  let [best, least] = [from, Infinity];
  for (const [name, { x, y }] of places) {
    const along = (x - start.x) * direction.x + (y - start.y) * direction.y;
    const aside = Math.abs((x - start.x) * direction.y) + Math.abs((y - start.y) * direction.x);
    const effort = along + 2.5 * aside;
    if (along > 0 && effort < least) [best, least] = [name, effort];
  }
  return best;
}
