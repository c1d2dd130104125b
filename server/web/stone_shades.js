// The shading of stones; its colours are those of style sheets, so that light and dark differ.

import { svg } from './elements.js';

/** @param {'white' | 'black'} side */
function shade(side) {
  return svg(
    'radialGradient',
    { id: `shade-${side}`, cx: '38%', cy: '32%', r: '75%' },
    svg('stop', { offset: '0%', class: `${side}-lit` }),
    svg('stop', { offset: '100%', class: `${side}-dim` }),
  );
}

export function stone_shades() {
  return svg('defs', {}, shade('white'), shade('black'));
}
