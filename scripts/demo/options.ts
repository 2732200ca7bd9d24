import { parseArgs } from 'node:util';
import { Fault } from '../shared/fault.ts';

export const DEMO_ORDER_USAGE = `Usage: npm run demo:order [-- --data-dir DIR]
  --data-dir DIR  the data folder of the installation that runs (DATA_DIR, .data)`;

export type DemoOrderCommand = { help: true } | { help: false; dataDir: string | undefined };

/** Throws a Fault that says what is wrong with the command line, and the usage. */
export function readDemoOrderOptions(args: readonly string[]): DemoOrderCommand {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { 'data-dir': { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    return values.help === true ? { help: true } : { help: false, dataDir: values['data-dir'] };
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    throw new Fault(`${what}\n\n${DEMO_ORDER_USAGE}`);
  }
}
