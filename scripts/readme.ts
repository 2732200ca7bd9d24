// `npm run readme`: writes the made parts of README.md (state diagrams, configuration, errors' home) from the code.
// With --check nothing is written; it fails when a part is not what the code says.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transitionTables } from '../actors/machines/transition-tables.ts';
import { projectRoot } from '../db/root.ts';
import { ALERT_TRANSITIONS } from '../server/dispatch/alerts/alerts.ts';
import { configSchema } from '../server/kernel/process/config.ts';
import { SELLER_TRANSITIONS } from '../server/marketplace/sellers/sellers.ts';
import { configurationTable } from './readme/configuration.ts';
import { stateDiagrams } from './readme/diagrams.ts';
import { readCommandLine, runCommand } from './shared/command-line.ts';

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

const USAGE = `Usage: npm run readme [-- --check]

Writes the made parts of README.md from the code.
  --check  writes nothing; the exit code is 1 when a part is not what the code says`;

if (process.argv[1] === import.meta.filename) {
  await runCommand(async () => {
    const { values } = readCommandLine({ usage: USAGE, options: { check: { type: 'boolean' } } });
    const present = readFileSync(README, 'utf8');
    const wanted = renderReadme(present);
    if (wanted === present) {
      console.log('README.md says what the code says.');
    } else if (values.check === true) {
      console.error('README.md is behind the code. Run: npm run readme');
      return 1;
    } else {
      writeFileSync(README, wanted);
      console.log('README.md brought up to date.');
    }
    return 0;
  });
}
