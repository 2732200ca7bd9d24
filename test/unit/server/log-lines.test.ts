import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../../db/root.ts';

const PROGRAM = join(projectRoot, 'test/support/logging-process.ts');

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  lines: { msg: string; line?: number }[];
}

/** Starts a process that logs 300 lines and ends in the given way; a signal is sent to it when it is ready. */
async function run(end: string, signal?: NodeJS.Signals): Promise<Ended> {
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, end], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (some: string) => {
    text += some;
  });
  // `runUntilSignal` says before that it runs.
  if (signal !== undefined) child.on('message', (said) => said === 'ready' && child.kill(signal));
  const [code, by] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return { code, signal: by, lines };
}

const numbers = ({ lines }: Ended) => lines.flatMap(({ line }) => (line === undefined ? [] : [line]));
const ALL = Array.from({ length: 300 }, (_, line) => line);

describe('log lines, gathered before they are written', function () {
  // Each case starts a process of its own, on a machine that may be busy with others.
  this.timeout(120_000);

  it('are all written, in order, however the process ends', async () => {
    const [exit, thrown, rejected, failed] = await Promise.all([
      run('exit'),
      run('thrown'),
      run('rejected'),
      run('failed-start'),
    ]);
    for (const ended of [exit, thrown, rejected, failed]) expect(numbers(ended)).to.deep.equal(ALL);
    expect(exit.code).to.equal(3);
    expect(rejected.lines.at(-1)?.msg).to.equal('unhandled rejection');
  });

  it('are all written after a signal, while it starts and later', async () => {
    const [starting, running] = await Promise.all([
      run('while-starting', 'SIGTERM'),
      run('running', 'SIGTERM'),
    ]);
    expect(numbers(starting)).to.deep.equal(ALL);
    expect([starting.code, starting.signal]).to.deep.equal([null, 'SIGTERM']);
    expect(numbers(running)).to.deep.equal([...ALL, ...ALL]);
    expect(running.lines.at(-1)?.msg).to.equal('stopped');
  });

  it('are written at once with an error: a process that hangs and is killed has logged why', async () => {
    const frozen = await run('frozen', 'SIGKILL');
    expect(numbers(frozen)).to.deep.equal(ALL);
    expect(frozen.lines.at(-1)?.msg).to.equal('something is wrong');
    expect(frozen.signal).to.equal('SIGKILL');
  });
});
