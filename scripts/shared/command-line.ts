import { type ParseArgsConfig, parseArgs } from 'node:util';
import { CommandError, explain } from './command-error.ts';

/** Thrown when --help was asked for; its message is the usage. */
export class HelpRequest extends CommandError {}

type Options = NonNullable<ParseArgsConfig['options']>;

/** What a command takes: its usage, whose first line is a synopsis, and its options as `parseArgs` knows them. */
export interface CommandLine<O extends Options> {
  usage: string;
  options: O;
  /** How many arguments that are not options it takes; none unless given. */
  positionals?: { min: number; max: number };
}

export interface Arguments<O extends Options> {
  values: ReturnType<typeof parseArgs<{ options: O }>>['values'];
  positionals: string[];
}

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

/** Every command that works on an installation's data takes this one: see `readDataDir`. */
export const DATA_DIR_OPTION = { 'data-dir': { type: 'string' } } as const;

/**
 * Reads the arguments of a command. Throws a HelpRequest for --help, and for anything that the command does not know a
 * CommandError of one line, which ends with the synopsis.
 */
export function readCommandLine<const O extends Options>(
  { usage, options, positionals: { min, max } = { min: 0, max: 0 } }: CommandLine<O>,
  args: readonly string[] = process.argv.slice(2),
): Arguments<O> {
  const refuse = (why: string) => new CommandError(`${why} ${usage.split('\n', 1)[0]}`);
  const { values, positionals } = parse({ ...options, ...HELP }, max > 0, args, refuse);
  if (values.help === true) throw new HelpRequest(usage);
  if (positionals.length < min) throw refuse('Something is missing.');
  if (positionals.length > max) throw refuse(`Unexpected argument '${positionals[max]}'.`);
  return { values: values as Arguments<O>['values'], positionals };
}

function parse(
  options: Options,
  allowPositionals: boolean,
  args: readonly string[],
  refuse: (why: string) => CommandError,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // What follows the first sentence explains `--` and how to quote.
    const [sentence = ''] = error.message.split(/\. |\n/);
    throw refuse(`${sentence.replace(/\.$/, '')}.`);
  }
}

/** The value of `--name` as a whole number. Throws a CommandError when it is not one, or is out of bounds. */
export function readWholeNumber(
  name: string,
  text: string,
  { min = 0, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number } = {},
): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  const bounds = max === Number.MAX_SAFE_INTEGER ? `, at least ${min}` : ` from ${min} to ${max}`;
  throw new CommandError(`--${name} must be a whole number${bounds}, not "${text}".`);
}

/** Reports why a command ended early: help on standard output, anything else on standard error. The exit code. */
export function reportFailure(error: unknown, describe: (error: unknown) => string = explain): 0 | 1 {
  if (error instanceof HelpRequest) {
    process.stdout.write(`${error.message}\n`);
    return 0;
  }
  process.stderr.write(`${describe(error)}\n`);
  return 1;
}

/** Runs a command to its end and leaves its exit code to the process; 0 for a command that returns none. */
export async function runCommand(
  command: () => Promise<number | undefined>,
  describe?: (error: unknown) => string,
): Promise<void> {
  try {
    process.exitCode = (await command()) ?? 0;
  } catch (error) {
    process.exitCode = reportFailure(error, describe);
  }
}
