import type { ParseArgsConfig } from 'node:util';
import { type Arguments, readCommandLine } from '../../scripts/shared/command-line.ts';

/** The options of one bench. Its usage is generated from them, with their defaults. */
export function readBenchOptions<const O extends NonNullable<ParseArgsConfig['options']>>(
  name: string,
  options: O,
  args: readonly string[],
): Arguments<O>['values'] {
  const synopsis = Object.entries(options).map(([option, { type, default: fallback }]) => {
    if (type === 'boolean') return `[--${option}]`;
    return `[--${option} ${fallback === undefined ? '…' : String(fallback)}]`;
  });
  const usage = ['Usage: npm run bench --', name, ...synopsis].join(' ');
  return readCommandLine({ usage, options }, args).values;
}
