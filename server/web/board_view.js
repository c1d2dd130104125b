// Draws a board with what is on it. Knows nothing of games: it is told what to show, and tells which point
// was clicked or pointed at.

import { svg, set_properties } from './elements.js';
import { coordinates_of, frame_of, places_of, point_towards } from './board_geometry.js';
import { draw_arrows } from './board_arrows.js';
import { draw_badges } from './board_badges.js';
import { draw_ways, look_of_ways } from './board_ways.js';
import { stone_shades } from './stone_shades.js';

/** @typedef {import('./wire_types.js').Board} Board */
/** @typedef {import('./turn_tokens.js').Token} Token */
/** @typedef {import('./turn_entry.js').Mark} Mark */
/** @typedef {import('./board_geometry.js').Place} Place */

/**
 * @typedef {object} Scene  what is on a board
 * @property {string[]} white
 * @property {string[]} black
 * @property {string[]} marked  points that are nobody's, and blocked
 * @property {Map<string, Mark>} marks  points that can be clicked
 * @property {Map<string, Mark>} badges  what stands on points
 * @property {import('./turn_entry.js').Way[]} ways  moves that stones can begin with
 * @property {boolean} valued  whether marks show their values
 * @property {string} origin  a stone that is picked up
 * @property {Token[]} last  what was played last
 * @property {Token[]} shown  a turn that is pointed at
 * @property {boolean} open  whether every point can be clicked
 * @property {(point: string) => string} label  a point in words
 */

const kStone = 36;
const kDirections = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/**
 * @typedef {object} BoardListener
 * @property {(point: string) => void} click
 * @property {(point: string) => void} point_at  empty: none any more
 * @property {(way: import('./turn_entry.js').Way | null) => void} point_at_way
 * @property {() => void} cancel
 */

export class BoardView {
  /**
   * @param {HTMLElement} host
   * @param {BoardListener} listener
   */
  constructor(host, listener) {
    this.listener = listener;
    this.root = svg('svg', {
      class: 'board',
      role: 'group',
      direction: 'ltr',
      'aria-describedby': 'board-keys',
    });
    /** @type {Board | null} */
    this.board = null;
    /** @type {Map<string, Place>} */
    this.places = new Map();
    /** @type {Map<string, SVGGElement>} */
    this.points = new Map();
    this.below = svg('g', { class: 'below' });
    this.stones = svg('g', { class: 'stones' });
    this.above = svg('g', { class: 'above' });
    this.ways = svg('g', { class: 'ways' }); // in front of the points, which are larger than what they show
    this.look_of_ways = '';
    host.append(this.root);
  }

  /** @param {string} text  the name of the board for screen readers */
  set_label(text) {
    set_properties(this.root, { 'aria-label': text });
  }

  /**
   * Draws the lines of a board, unless they are there.
   * @param {Board} board
   */
  set_board(board) {
    if (board === this.board) return;
    this.board = board;
    this.places = places_of(board);
    this.look_of_ways = '';
    const { left, top, width, height } = frame_of(board);
    set_properties(this.root, { viewBox: `${left} ${top} ${width} ${height}` });
    const slab = svg('rect', {
      class: 'slab',
      x: left + 6,
      y: top + 6,
      width: width - 12,
      height: height - 12,
      rx: 30,
    });
    this.points = new Map(board.points.map(({ name }) => [name, this.make_point(name)]));
    this.root.replaceChildren(
      stone_shades(),
      slab,
      this.grid(board),
      this.below,
      this.stones,
      this.above,
      svg('g', { class: 'points' }, ...this.points.values()),
      this.ways,
    );
    this.make_reachable(board.points[0].name);
  }

  /** @param {string} name */
  place(name) {
    return this.places.get(name) ?? { x: 0, y: 0 };
  }

  /** @param {Board} board */
  grid(board) {
    const grid = svg('g', { class: 'grid', 'aria-hidden': 'true' });
    for (const [from, to] of board.edges) {
      const [a, b] = [this.place(board.points[from].name), this.place(board.points[to].name)];
      grid.append(svg('line', { x1: a.x, y1: a.y, x2: b.x, y2: b.y }));
    }
    for (const { x, y } of this.places.values()) grid.append(svg('circle', { cx: x, cy: y, r: 9 }));
    const { files, ranks } = coordinates_of(board);
    const { left, top, height } = frame_of(board);
    for (const [name, x] of files) grid.append(svg('text', { x, y: top + height - 22 }, name));
    for (const [name, y] of ranks) grid.append(svg('text', { x: left + 26, y: y + 8 }, name));
    return grid;
  }

  /**
   * A point as something to click, above all that is drawn.
   * @param {string} name
   */
  make_point(name) {
    const { x, y } = this.place(name);
    return svg(
      'g',
      {
        class: 'point',
        role: 'button',
        tabindex: -1,
        'data-point': name,
        click: () => this.listener.click(name),
        pointerenter: () => this.listener.point_at(name),
        pointerleave: () => this.listener.point_at(''),
        focus: () => this.on_focus(name),
        blur: () => this.listener.point_at(''),
        keydown: (/** @type {KeyboardEvent} */ event) => this.on_key(event, name),
      },
      svg('circle', { cx: x, cy: y, r: 47 }),
    );
  }

  /** @param {string} name */
  on_focus(name) {
    this.make_reachable(name);
    this.listener.point_at(name);
  }

  /**
   * One point alone is reached by the tabulator key; from there the arrows go on.
   * @param {string} name
   */
  make_reachable(name) {
    for (const [other, point] of this.points) set_properties(point, { tabindex: other === name ? 0 : -1 });
  }

  /**
   * @param {KeyboardEvent} event
   * @param {string} name
   */
  on_key(event, name) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const direction = kDirections[/** @type {keyof typeof kDirections} */ (event.key)];
    if (direction) this.points.get(point_towards(this.places, name, direction))?.focus();
    else if (event.key === 'Enter' || event.key === ' ') this.listener.click(name);
    else if (event.key === 'Escape') this.listener.cancel();
    else return;
    event.preventDefault();
  }

  /**
   * Clicks the stone that can go a way, and the point that it leads to.
   * @param {import('./turn_entry.js').Way} way
   */
  go({ from, to }) {
    this.listener.click(from);
    this.listener.click(to);
  }

  /** @param {Scene} scene */
  draw(scene) {
    this.below.replaceChildren(...this.last_turn(scene), ...this.halo(scene));
    this.stones.replaceChildren(
      ...scene.white.map((point) => this.stone(point, 'white', scene)),
      ...scene.black.map((point) => this.stone(point, 'black', scene)),
      ...scene.marked.map((point) => this.cross(point)),
    );
    this.above.replaceChildren(
      ...draw_arrows(scene.shown, (name) => this.place(name)),
      ...draw_badges(scene, (name) => this.place(name)),
    );
    this.draw_ways(scene);
    for (const [name, point] of this.points) {
      const usable = scene.open || scene.marks.has(name);
      set_properties(point, {
        'aria-label': scene.label(name),
        'aria-disabled': usable ? null : 'true',
        'data-mark': scene.marks.get(name)?.kind,
      });
    }
  }

  /** @param {Scene} scene */
  draw_ways(scene) {
    const look = look_of_ways(scene);
    if (look === this.look_of_ways) return;
    this.look_of_ways = look;
    const marks = draw_ways(scene, (name) => this.place(name), {
      click: (way) => this.go(way),
      point_at: (way) => this.listener.point_at_way(way),
    });
    this.ways.replaceChildren(...marks);
  }

  /** @param {Scene} scene */
  last_turn(scene) {
    const points = scene.last.flatMap(({ from, to }) => [from, to]).filter(Boolean);
    const taken = new Set([...scene.white, ...scene.black]);
    return points.map((name) => {
      const { x, y } = this.place(name);
      return svg('circle', { class: 'last', cx: x, cy: y, r: taken.has(name) ? kStone + 9 : 24 });
    });
  }

  /**
   * A marked point: where a stone was taken while stones are still placed.
   * @param {string} point
   */
  cross(point) {
    const { x, y } = this.place(point);
    const arm = 17;
    return svg(
      'g',
      { class: 'marked', 'data-marked': point },
      svg('circle', { cx: x, cy: y, r: kStone - 8 }),
      svg('line', { x1: x - arm, y1: y - arm, x2: x + arm, y2: y + arm }),
      svg('line', { x1: x - arm, y1: y + arm, x2: x + arm, y2: y - arm }),
    );
  }

  /** @param {Scene} scene */
  halo(scene) {
    if (!scene.origin) return [];
    const { x, y } = this.place(scene.origin);
    return [svg('circle', { class: 'halo', cx: x, cy: y, r: kStone + 9 })];
  }

  /**
   * @param {string} point
   * @param {'white' | 'black'} side
   * @param {Scene} scene
   */
  stone(point, side, scene) {
    const { x, y } = this.place(point);
    const removable = scene.marks.get(point)?.kind === 'removal';
    return svg(
      'g',
      { class: `stone ${side}${removable ? ' removable' : ''}`, 'data-stone': point },
      svg('ellipse', { class: 'shadow', cx: x + 1, cy: y + 6, rx: kStone, ry: kStone }),
      svg('circle', { class: 'body', cx: x, cy: y, r: kStone, fill: `url(#shade-${side})` }),
      svg('circle', { class: 'rim', cx: x, cy: y, r: kStone - 11 }),
    );
  }
}
