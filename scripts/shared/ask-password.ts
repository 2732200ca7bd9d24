import type { ReadStream } from 'node:tty';
import { CommandError } from './command-error.ts';

const ENTER = new Set(['\r', '\n', '\u0004']);
const ERASE = new Set(['\u007f', '\b']);
const INTERRUPT = '\u0003';

/** Asks twice on the terminal, showing nothing of what is typed. */
export async function askNewPassword(input: ReadStream, output: NodeJS.WritableStream): Promise<string> {
  if (!input.isTTY)
    throw new CommandError('There is no terminal to ask for the password; use --password-stdin.');
  const first = await askHidden('Password: ', input, output);
  const second = await askHidden('Password again: ', input, output);
  if (first !== second) throw new CommandError('The two passwords differ. Nothing was created.');
  return first;
}

/** Reads the password that is piped in, without the line break at its end. */
export async function readPassword(input: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  input.setEncoding('utf8');
  for await (const chunk of input) text += String(chunk);
  return text.replace(/\r?\n$/, '');
}

function askHidden(question: string, input: ReadStream, output: NodeJS.WritableStream): Promise<string> {
  output.write(question);
  // Raw mode keeps the terminal from echoing, and hands every key over as it is typed.
  input.setRawMode(true);
  input.setEncoding('utf8');
  input.resume();
  return new Promise((resolve, reject) => {
    let typed = '';
    const finish = (settle: () => void) => {
      input.off('data', onData);
      input.setRawMode(false);
      input.pause();
      output.write('\n');
      settle();
    };
    const onData = (chunk: string | Buffer) => {
      for (const symbol of chunk.toString()) {
        if (symbol === INTERRUPT) return finish(() => reject(new CommandError('Nothing was created.')));
        if (ENTER.has(symbol)) return finish(() => resolve(typed));
        typed = ERASE.has(symbol) ? [...typed].slice(0, -1).join('') : typed + symbol;
      }
    };
    input.on('data', onData);
  });
}
