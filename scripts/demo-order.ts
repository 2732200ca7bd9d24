// `npm run demo:order`: one order on the running demo installation, from basket to settled cash.
import { projectRoot } from '../db/root.ts';
import { faults } from './demo/books.ts';
import { demoInstallation } from './demo/installation.ts';
import { playJourney } from './demo/journey.ts';
import { printBooks, printer } from './demo/print.ts';
import { DATA_DIR_OPTION, readCommandLine, runCommand } from './shared/command-line.ts';
import { readDataDir } from './supervisor/data-dir.ts';

const USAGE = `Usage: npm run demo:order [-- --data-dir DIR]
  --data-dir DIR  the data folder of the installation that runs (DATA_DIR, .data)`;

await runCommand(
  async () => {
    const { values } = readCommandLine({ usage: USAGE, options: DATA_DIR_OPTION });
    const installation = demoInstallation(readDataDir(process.env, projectRoot, values['data-dir']));
    console.log(`One order on ${installation.url}, from basket to settled cash\n`);
    const { books } = await playJourney(installation, printer());
    printBooks(books);
    const found = faults(books);
    if (found.length === 0) console.log('\nEverything adds up.');
    else console.error(`\nThe books do not add up:\n${found.map((fault) => `  ${fault}`).join('\n')}`);
    return found.length === 0 ? 0 : 1;
  },
  (error) => (error instanceof Error ? error.message : String(error)),
);
