import { projectRoot } from '../db/root.ts';
import { faults } from './demo/books.ts';
import { demoInstallation } from './demo/installation.ts';
import { playJourney } from './demo/journey.ts';
import { DEMO_ORDER_USAGE, type DemoOrderCommand, readDemoOrderOptions } from './demo/options.ts';
import { printBooks, printer } from './demo/print.ts';
import { explain } from './shared/fault.ts';
import { readDataDir } from './supervisor/data-dir.ts';

const command = read();
if (command?.help === true) console.log(DEMO_ORDER_USAGE);
else if (command !== null) await play(command.dataDir);

function read(): DemoOrderCommand | null {
  try {
    return readDemoOrderOptions(process.argv.slice(2));
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 2;
    return null;
  }
}

async function play(dataDir: string | undefined): Promise<void> {
  try {
    const installation = demoInstallation(readDataDir(process.env, projectRoot, dataDir));
    console.log(`One order on ${installation.url}, from basket to settled cash\n`);
    const { books } = await playJourney(installation, printer());
    printBooks(books);
    const found = faults(books);
    if (found.length === 0) console.log('\nEverything adds up.');
    else {
      console.error(`\nThe books do not add up:\n${found.map((fault) => `  ${fault}`).join('\n')}`);
      process.exitCode = 1;
    }
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
