import type { ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Text = { readonly type: 'string' };
type Flag = { readonly type: 'boolean' };

/** What a command takes: its usage, whose first line is a synopsis, and its options as `parseArgs` knows them. */
export interface CommandLine<O extends Options> {
  usage: string;
  options: O;
  /** How many arguments that are not options it takes; none unless given. */
  positionals?: { min: number; max: number };
}

export const DATA_DIR_OPTION: { readonly 'data-dir': Text };

export const CITY_DEFAULTS: {
  readonly orders: 100;
  readonly drivers: 24;
  readonly hours: 2;
  readonly speed: 40;
  readonly seed: 1;
  readonly pages: 0;
  readonly maxAlerts: null;
};

export const SIZE_OPTIONS: Readonly<
  Record<'orders' | 'drivers' | 'hours' | 'speed' | 'seed' | 'pages' | 'max-alerts', Text>
>;

export const START: CommandLine<
  typeof DATA_DIR_OPTION &
    typeof SIZE_OPTIONS & {
      readonly port: Text;
      readonly processes: Text;
      readonly verbose: Flag;
      readonly city: Flag;
    }
>;
export const TEST: CommandLine<Options>;

export type Parsed =
  | { help: string; refused?: never }
  | { refused: string; help?: never }
  | {
      values: Record<string, string | boolean | (string | boolean)[] | undefined>;
      positionals: string[];
      help?: never;
      refused?: never;
    };

export function parseCommandLine(commandLine: CommandLine<Options>, args: readonly string[]): Parsed;
/** Ends the process for --help and for what the command does not know. */
export function answerArguments(commandLine: CommandLine<Options>, args: readonly string[]): void;
