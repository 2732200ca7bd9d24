import { parseArgs } from 'node:util';
import { faults } from './demo/books.ts';
import { demoInstallation } from './demo/installation.ts';
import { playJourney } from './demo/journey.ts';
import { printBooks, printer } from './demo/print.ts';

const { values } = parseArgs({ options: { 'data-dir': { type: 'string' } } });

try {
  const installation = demoInstallation(values['data-dir']);
  console.log(`One order on ${installation.url}, from basket to settled cash\n`);
  const { books } = await playJourney(installation, printer());
  printBooks(books);
  const found = faults(books);
  if (found.length > 0) {
    console.error(`\nThe books do not add up:\n${found.map((fault) => `  ${fault}`).join('\n')}`);
    process.exitCode = 1;
  } else {
    console.log('\nEverything adds up.');
  }
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
