import type { ParseArgsConfig, parseArgs } from 'node:util';
import { type CommandLine, parseCommandLine } from '../bootstrap/command-lines.mjs';
import { CommandError, explain } from './command-error.ts';

export { DATA_DIR_OPTION } from '../bootstrap/command-lines.mjs';

/** Thrown when --help was asked for; its message is the usage. */
export class HelpRequest extends CommandError {}

type Options = NonNullable<ParseArgsConfig['options']>;

export interface Arguments<O extends Options> {
  values: ReturnType<typeof parseArgs<{ options: O }>>['values'];
  positionals: string[];
}

/**
 * Reads the arguments of a command. Throws a HelpRequest for --help, and for anything that the command does not know a
 * CommandError of one line, which ends with the synopsis.
 */
export function readCommandLine<const O extends Options>(
  commandLine: CommandLine<O>,
  args: readonly string[] = process.argv.slice(2),
): Arguments<O> {
  const parsed = parseCommandLine(commandLine, args);
  if (parsed.help !== undefined) throw new HelpRequest(parsed.help);
  if (parsed.refused !== undefined) throw new CommandError(parsed.refused);
  return { values: parsed.values as Arguments<O>['values'], positionals: parsed.positionals };
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
