// Server-sent events as they come, read by `fetch`: the browser's own EventSource does not tell why a
// server refuses, and asks again by itself.

/** @typedef {{name: string, data: string}} ServerEvent */

/** @param {string} block  the lines of one event */
function event_of(block) {
  const event = { name: 'message', data: '' };
  for (const line of block.split('\n')) {
    if (line.startsWith('event: ')) event.name = line.slice('event: '.length);
    if (line.startsWith('data: ')) event.data += line.slice('data: '.length);
  }
  return event;
}

/**
 * @param {Response} response
 * @returns {AsyncGenerator<ServerEvent>}
 */
export async function* events_of(response) {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) yield event_of(block);
  }
}
