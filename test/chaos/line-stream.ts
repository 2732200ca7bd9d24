import type { Readable, Writable } from 'node:stream';

/** Calls `listener` with each line as JSON; a line cut off by a kill is dropped. */
export function readLines<M>(stream: Readable, listener: (message: M) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) listener(JSON.parse(line) as M);
  });
}

/** Messages of one turn of the event loop are sent with one write. */
export function lineWriter<M>(stream: Writable): (message: M) => void {
  let waiting = '';
  return (message) => {
    if (waiting === '') {
      setImmediate(() => {
        const text = waiting;
        waiting = '';
        stream.write(text);
      });
    }
    waiting += `${JSON.stringify(message)}\n`;
  };
}
