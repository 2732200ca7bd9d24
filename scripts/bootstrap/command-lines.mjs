// What `npm start` and `npm test` take, and how every command reads its arguments. Plain JavaScript without packages,
// because both commands answer --help and refuse what they do not know before any package is installed.
import { parseArgs } from 'node:util';

const HELP = { help: { type: 'boolean', short: 'h' } };

/** Every command that works on an installation's data takes this one: see `readDataDir`. */
export const DATA_DIR_OPTION = { 'data-dir': { type: 'string' } };

export const CITY_DEFAULTS = {
  orders: 100,
  drivers: 24,
  hours: 2,
  speed: 40,
  seed: 1,
  pages: 0,
  maxAlerts: null,
};

/** The sizes of a simulated day, as options of a command. */
export const SIZE_OPTIONS = {
  orders: { type: 'string' },
  drivers: { type: 'string' },
  hours: { type: 'string' },
  speed: { type: 'string' },
  seed: { type: 'string' },
  pages: { type: 'string' },
  'max-alerts': { type: 'string' },
};

export const START = {
  usage: `Usage: npm start -- [--port N] [--processes N] [--data-dir DIR] [--verbose] [--city …]
  --port N        port of the service (PORT, 3000)
  --processes N   API processes behind that port (PROCESSES, 1); from 2 on SIGUSR2 restarts them one by one
  --data-dir DIR  where this installation keeps its data (DATA_DIR, .data)
  --verbose       print all log lines, not only warnings
  --city          plays a day of the city once everything runs; its sizes by --orders, --drivers, --hours, --seed,
                  buyers in a hundred who shop through the pages by --pages,
                  its speed (CLOCK_RATE, ${CITY_DEFAULTS.speed}) by --speed; docs/city.md has more
Environment: DATABASE_URL and REDIS_URL replace the embedded PostgreSQL and Redis; DATABASE_OWNER_URL names
the role that migrates, if the service's may only change rows; HOST, PORT, DATA_DIR, PROCESSES, NODE_ENV and the keys of server/kernel/process/config.ts.`,
  options: {
    ...DATA_DIR_OPTION,
    port: { type: 'string' },
    processes: { type: 'string' },
    verbose: { type: 'boolean' },
    city: { type: 'boolean' },
    ...SIZE_OPTIONS,
  },
};

export const TEST = {
  usage: `Usage: npm test [-- --only FILE … | -g PATTERN | --operate]

  npm test                    everything: the static checks, then every test
  npm test -- --only FILE …   only these test files, without the other checks
  npm test -- -g PATTERN      the tests whose titles match, without the other checks
  npm test -- --operate       what an operator does, with a server's own programs: npm run test:operate
Options of mocha that may be added: --fgrep, --invert, --bail, --timeout, --ignore, --full-trace.`,
  options: {
    only: { type: 'boolean' },
    operate: { type: 'boolean' },
    // Passed on to mocha.
    grep: { type: 'string', short: 'g' },
    fgrep: { type: 'string', short: 'f' },
    invert: { type: 'boolean', short: 'i' },
    bail: { type: 'boolean', short: 'b' },
    timeout: { type: 'string', short: 't' },
    ignore: { type: 'string', multiple: true },
    'full-trace': { type: 'boolean' },
  },
  positionals: { min: 0, max: Number.POSITIVE_INFINITY },
};

/**
 * Reads arguments: what they say, or the usage for --help, or in one line that ends with the synopsis why they are
 * refused.
 */
export function parseCommandLine({ usage, options, positionals: { min, max } = { min: 0, max: 0 } }, args) {
  const refuse = (why) => ({ refused: `${why} ${usage.split('\n', 1)[0]}` });
  let parsed;
  try {
    const known = { ...options, ...HELP };
    parsed = parseArgs({ args: [...args], options: known, allowPositionals: max > 0 });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // What follows the first sentence explains `--` and how to quote.
    const [sentence = ''] = error.message.split(/\. |\n/);
    return refuse(`${sentence.replace(/\.$/, '')}.`);
  }
  const { values, positionals } = parsed;
  if (values.help === true) return { help: usage };
  if (positionals.length < min) return refuse('Something is missing.');
  if (positionals.length > max) return refuse(`Unexpected argument '${positionals[max]}'.`);
  return { values, positionals };
}

/** Prints the usage for --help and refuses what the command does not know, then ends the process; otherwise returns. */
export function answerArguments(commandLine, args) {
  const { help, refused } = parseCommandLine(commandLine, args);
  if (help !== undefined) {
    process.stdout.write(`${help}\n`);
    process.exit(0);
  }
  if (refused !== undefined) {
    process.stderr.write(`${refused}\n`);
    process.exit(1);
  }
}
