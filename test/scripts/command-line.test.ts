import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../db/root.ts';
import { CommandError } from '../../scripts/shared/command-error.ts';
import { HelpRequest, readCommandLine, readWholeNumber } from '../../scripts/shared/command-line.ts';
import type { Refusal } from './refused-commands.ts';

const COMMAND = {
  usage: 'Usage: npm run paint -- FILE [--colour NAME]\n  --colour NAME  as it says',
  options: { colour: { type: 'string', default: 'red' } },
  positionals: { min: 1, max: 2 },
} as const;

describe('the command line of a script', () => {
  it('is parsed into options and positional arguments', () => {
    expect(readCommandLine(COMMAND, ['a', '--colour', 'blue', 'b'])).to.deep.include({
      positionals: ['a', 'b'],
    });
    expect(readCommandLine(COMMAND, ['a']).values.colour).to.equal('red');
    expect(readCommandLine(COMMAND, ['--colour=blue', 'a']).values.colour).to.equal('blue');
  });

  it('answers --help with the whole usage, whatever else is missing', () => {
    for (const help of ['--help', '-h'])
      expect(() => readCommandLine(COMMAND, [help])).to.throw(HelpRequest, COMMAND.usage);
  });

  it('refuses what it does not know in one line that explains how it is meant', () => {
    for (const args of [['a', '--color', 'red'], ['a', '--colour'], ['a', '-x'], [], ['a', 'b', 'c']]) {
      expect(() => readCommandLine(COMMAND, args), args.join(' '))
        .to.throw(CommandError)
        .with.property('message')
        .that.matches(/^[^\n]*\. Usage: npm run paint -- FILE \[--colour NAME\]$/);
    }
    const none = { usage: COMMAND.usage, options: {} };
    expect(() => readCommandLine(none, ['a'])).to.throw(CommandError, "Unexpected argument 'a'.");
  });

  it('takes whole numbers within limits', () => {
    expect(readWholeNumber('size', '12', { min: 1, max: 12 })).to.equal(12);
    for (const text of ['0', '13', '-1', '1.5', '1e1', '', 'x'])
      expect(() => readWholeNumber('size', text, { min: 1, max: 12 }), text).to.throw(CommandError, '--size');
  });
});

/** Commands of other projects' programs. */
const FOREIGN = /^(biome |node node_modules\/typescript-compiler\/)/;
const UNKNOWN = '--no-such-option';

describe('every command of package.json', function () {
  this.timeout(120_000);
  const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const commands = Object.entries(manifest.scripts).filter(([, command]) => !FOREIGN.test(command));
  let refusals: Record<string, Refusal>;

  before(async () => {
    const scripts = new Set(commands.flatMap(([, command]) => scriptOf(command) ?? []));
    const { output } = await run(`tsx test/scripts/refused-commands.ts ${UNKNOWN} ${[...scripts].join(' ')}`);
    refusals = JSON.parse(output) as typeof refusals;
  });

  for (const [name, command] of commands) {
    it(`${name} refuses an unknown option in one line, before it does anything`, async () => {
      const script = scriptOf(command);
      const { code, output } =
        script === undefined ? await run(`${command} ${UNKNOWN}`) : (refusals[script] as Refusal);
      expect(output).to.match(/^\n?[^\n]*'--no-such-option'[^\n]*Usage: npm (run )?[^\n]*\n$/);
      expect(code).to.equal(1);
    });
  }
});

/** The TypeScript file that a command runs; undefined if it starts with the bootstrap, which sets up a process itself. */
function scriptOf(command: string): string | undefined {
  return /\btsx (\S+\.ts)/.exec(command)?.[1];
}

/** As npm runs it. */
function run(command: string): Promise<Refusal> {
  const path = `${join(projectRoot, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`;
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', command], { cwd: projectRoot, env: { ...process.env, PATH: path } });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
