// How the positions with the same stones are spread over values and distances, with this one marked.

import { html, svg } from './elements.js';
import { fetch_stats } from './server_api.js';
import { AnswerCache } from './answer_cache.js';
import { number_text, word } from './words.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./wire_types.js').SubspaceStats} SubspaceStats */
/** @typedef {import('./position_values.js').Outcome} Outcome */
/** @typedef {{step: number, most: number, here: Outcome}} Scale */

const kWidth = 640;
const kHeight = 190;
const kMiddle = 88;
const kReach = 72;

/** @param {SubspaceStats} stats */
function shares(stats) {
  const share = (/** @type {'win' | 'draw' | 'loss'} */ value, /** @type {number} */ amount) => {
    const element = html('span', { class: `share ${value}` });
    element.style.flexGrow = String(amount);
    return amount > 0 ? element : null;
  };
  const parts = [share('win', stats.wins), share('draw', stats.draws), share('loss', stats.losses)];
  return html('div', { class: 'shares', 'aria-hidden': 'true' }, ...parts);
}

/**
 * A share in percent; one that is not 0 is not told as 0, and one that is not all not as 100.
 * @param {number} amount
 * @param {number} all
 */
export function percent_text(amount, all) {
  const percent = Math.round((1000 * amount) / Math.max(1, all)) / 10;
  if (percent === 0 && amount > 0) return `<${number_text(0.1)}`;
  if (percent === 100 && amount < all) return `>${number_text(99.9)}`;
  return number_text(percent);
}

/**
 * @param {SubspaceStats} stats
 * @param {'win' | 'draw' | 'loss'} value
 * @param {number} amount
 * @param {Outcome} here
 */
function legend_entry(stats, value, amount, here) {
  const percent = percent_text(amount, stats.classes);
  return html(
    'li',
    {},
    html('span', { class: `seal small ${value}`, 'aria-hidden': 'true' }, word(`letter.${value}`)),
    word('histogram.share', { value: word(`group.${value}`), percent }),
    here.value === value && html('span', { class: 'tag' }, word('histogram.here')),
  );
}

/**
 * @param {SubspaceStats} stats
 * @param {Outcome} here
 */
function legend(stats, here) {
  const { wins, draws, losses } = stats;
  return html(
    'ul',
    { class: 'legend' },
    legend_entry(stats, 'win', wins, here),
    legend_entry(stats, 'draw', draws, here),
    legend_entry(stats, 'loss', losses, here),
  );
}

/**
 * Bars of one value, and a pointer at the one that this position belongs to.
 * @param {number[]} amounts  by distance
 * @param {'win' | 'loss'} value
 * @param {Scale} scale
 */
function bars(amounts, value, scale) {
  return amounts.flatMap((amount, distance) => {
    if (amount === 0) return [];
    // Counts range from one to millions, so heights grow with their logarithm.
    const height = 4 + (kReach - 4) * (Math.log1p(amount) / Math.log1p(scale.most));
    const title = word(`histogram.bar-${value}`, { count: distance, amount });
    const here = scale.here.value === value && scale.here.distance === distance;
    const drawn = bar(distance * scale.step, scale.step, height, value);
    drawn.append(svg('title', {}, title));
    if (!here) return [drawn];
    drawn.classList.add('here');
    const tip = value === 'win' ? kMiddle - height - 4 : kMiddle + height + 6;
    return [drawn, pointer((distance + 0.5) * scale.step, tip, value)];
  });
}

/**
 * @param {number} x
 * @param {number} step
 * @param {number} height
 * @param {'win' | 'loss'} value
 */
function bar(x, step, height, value) {
  const y = value === 'win' ? kMiddle - height : kMiddle + 2;
  return svg('rect', { class: `bar ${value}`, x: x + 1, y, width: Math.max(1.5, step - 2), height, rx: 1.5 });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {'win' | 'loss'} value
 */
function pointer(x, y, value) {
  const away = value === 'win' ? -11 : 11;
  return svg('polygon', {
    class: 'here-mark',
    points: `${x},${y} ${x - 8},${y + away} ${x + 8},${y + away}`,
  });
}

/**
 * @param {SubspaceStats} stats
 * @param {Outcome} here
 */
function chart(stats, here) {
  const [wins, losses] = [stats.wins_by_distance ?? [], stats.losses_by_distance ?? []];
  const length = Math.max(wins.length, losses.length, 12);
  const scale = { step: kWidth / length, most: Math.max(1, ...wins, ...losses), here };
  const every = [1, 2, 5, 10, 20, 50, 100].find((size) => length / size <= 12) ?? 200;
  const ticks = Array.from({ length: Math.ceil(length / every) }, (_, i) => i * every);
  return svg(
    'svg',
    {
      class: 'histogram',
      viewBox: `0 -4 ${kWidth} ${kHeight + 4}`,
      direction: 'ltr',
      role: 'img',
      'aria-label': description(stats, here),
    },
    svg('line', { class: 'middle', x1: 0, x2: kWidth, y1: kMiddle + 1, y2: kMiddle + 1 }),
    ...bars(wins, 'win', scale),
    ...bars(losses, 'loss', scale),
    ...ticks.map((tick) =>
      svg('text', { class: 'tick', x: tick * scale.step + scale.step / 2, y: kHeight - 6 }, String(tick)),
    ),
  );
}

/**
 * @param {SubspaceStats} stats
 * @param {Outcome} here
 */
function description(stats, here) {
  const of_here =
    here.value === 'win' ? stats.wins_by_distance : here.value === 'loss' ? stats.losses_by_distance : null;
  const amount = here.distance === null ? undefined : of_here?.[here.distance];
  const place =
    amount === undefined
      ? ''
      : ' ' + word(`histogram.bar-${here.value}`, { count: here.distance ?? 0, amount });
  return word('histogram.label', { subspace: stats.subspace }) + place;
}

/**
 * @param {SubspaceStats} stats
 * @param {Outcome} here
 */
function contents(stats, here) {
  const title = html(
    'p',
    { class: 'hint' },
    word('histogram.of', { subspace: stats.subspace, count: stats.classes }),
  );
  const known = (stats.wins_by_distance || stats.losses_by_distance) && stats.wins + stats.losses > 0;
  return [
    title,
    shares(stats),
    legend(stats, here),
    ...(known ? [chart(stats, here), html('p', { class: 'hint' }, word('histogram.scale'))] : []),
  ];
}

/**
 * A position in the middle of a turn is none of those that are counted.
 * @param {import('./position_values.js').Position} position
 * @returns {Outcome}
 */
function outcome_to_mark({ parts, outcome }) {
  return parts.removals > 0 ? { value: 'unknown', distance: null } : outcome;
}

/**
 * @param {HTMLElement} host
 * @param {Session} session
 */
export function show_distance_histogram(host, session) {
  /** @type {AnswerCache<SubspaceStats>} */
  const answers = new AnswerCache(30);
  session.store.watch(async ({ position, variant, address }, before) => {
    if (address.tab !== 'analysis' || !position) return;
    if (host.hasChildNodes() && position === before.position && before.address.tab === 'analysis') return;
    if (!variant.subspaces.includes(position.subspace)) {
      const key = variant.damaged.includes(position.subspace) ? 'histogram.damaged' : 'histogram.none';
      return host.replaceChildren(html('p', { class: 'hint' }, word(key, { subspace: position.subspace })));
    }
    const { subspace } = position;
    const stats = await answers
      .get(`${variant.digest} ${subspace}`, () => fetch_stats(variant, subspace))
      .catch(() => null);
    if (session.model.position === position && stats)
      host.replaceChildren(...contents(stats, outcome_to_mark(position)));
  });
}
