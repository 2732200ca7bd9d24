// `npm run readme`: writes the made parts of README.md (state diagrams, configuration, errors' home) from the code.
// With --check nothing is written; it fails when a part is not what the code says.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transitionTables } from '../actors/diagrams/transition-tables.ts';
import { projectRoot } from '../db/root.ts';
import { ALERT_TRANSITIONS } from '../server/alerts/alert-steps.ts';
import { configSchema } from '../server/config.ts';
import { SELLER_TRANSITIONS } from '../server/sellers/seller-machine.ts';
import { configurationTable } from './readme/configuration.ts';
import { stateDiagrams } from './readme/diagrams.ts';

const README = join(projectRoot, 'README.md');

/** README.md with each made part, between its marks, as the code says it. Throws when a mark is missing. */
export function renderReadme(readme: string): string {
  const parts = {
    configuration: configurationTable(configSchema),
    states: stateDiagrams({ ...transitionTables(), seller: SELLER_TRANSITIONS, alert: ALERT_TRANSITIONS }),
  };
  return Object.entries(parts).reduce((text, [name, part]) => replacePart(text, name, part), readme);
}

function replacePart(text: string, name: string, part: string): string {
  const start = `<!-- made: ${name} -->`;
  const end = `<!-- end: ${name} -->`;
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`README.md has no part marked ${name}`);
  return `${text.slice(0, from + start.length)}\n${part}\n${text.slice(to)}`;
}

if (process.argv[1] === import.meta.filename) {
  const present = readFileSync(README, 'utf8');
  const wanted = renderReadme(present);
  if (wanted === present) {
    console.log('README.md says what the code says.');
  } else if (process.argv.includes('--check')) {
    console.error('README.md is behind the code. Run: npm run readme');
    process.exitCode = 1;
  } else {
    writeFileSync(README, wanted);
    console.log('README.md brought up to date.');
  }
}
