// `npm run readme`: writes the generated parts of the documentation (tables, diagrams, a picture) from the code.
// With --check nothing is written; it fails if a part is out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transitionTables } from '../actors/diagrams/transition-tables.ts';
import { projectRoot } from '../db/root.ts';
import { ALERT_TRANSITIONS } from '../server/dispatch/alerts/alerts.ts';
import { configSchema } from '../server/kernel/process/config.ts';
import { SELLER_TRANSITIONS } from '../server/marketplace/sellers/sellers.ts';
import { alertTable, alertTableAr } from './readme/alerts.ts';
import { architecturePicture } from './readme/architecture.ts';
import { configurationTable } from './readme/configuration.ts';
import { stateDiagrams } from './readme/diagrams.ts';
import { failureTable } from './readme/failures.ts';
import { licenceTable } from './readme/licences.ts';
import { noticeTable } from './readme/notices.ts';
import { personalDataTable } from './readme/personal-data.ts';
import { releaseTable } from './readme/releases.ts';
import { retentionTable } from './readme/retention.ts';
import { scopeTable } from './readme/scopes.ts';
import { sliceArrows } from './readme/slice-arrows.ts';
import { sliceTable } from './readme/slices.ts';
import { CommandError } from './shared/command-error.ts';
import { readCommandLine, runCommand } from './shared/command-line.ts';

/** Each page with generated parts, and the content between the markers of each part. */
function madeParts(): Record<string, Record<string, string>> {
  const tables = { ...transitionTables(), seller: SELLER_TRANSITIONS, alert: ALERT_TRANSITIONS };
  return {
    'docs/states.md': { states: stateDiagrams(tables, 'en') },
    'docs/configuration.md': { configuration: configurationTable(configSchema, 'en') },
    'docs/alerts.md': { kinds: alertTable() },
    'docs/notifications.md': { kinds: noticeTable('en') },
    'docs/exceptions.md': { failures: failureTable('en') },
    'docs/privacy.md': { columns: personalDataTable() },
    'docs/releases.md': { releases: releaseTable() },
    'docs/retention.md': { tables: retentionTable() },
    'docs/licences.md': { packages: licenceTable('en') },
    'docs/integrations.md': { scopes: scopeTable('en') },
    'docs/map.md': { slices: sliceTable(), arrows: sliceArrows() },
    // Pages of the guide whose English text is in docs/.
    [arabic('operate/configuration')]: { configuration: configurationTable(configSchema, 'ar') },
    [arabic('connect/keys')]: { scopes: scopeTable('ar') },
    [arabic('reference/licences')]: { packages: licenceTable('ar') },
    [arabic('reference/states')]: { states: stateDiagrams(tables, 'ar') },
    [arabic('reference/alerts')]: { kinds: alertTableAr() },
    [arabic('reference/notifications')]: { kinds: noticeTable('ar') },
    [arabic('reference/failures')]: { failures: failureTable('ar') },
  };
}

function arabic(page: string): string {
  return `consoles/docs/pages/ar/${page}.md`;
}

/** Every page with its parts regenerated, and the pictures that are drawn. Throws if a marker is missing. */
export function renderPages(read: (page: string) => string): Map<string, string> {
  const pages = Object.entries(madeParts()).map(([page, parts]): [string, string] => [
    page,
    Object.entries(parts).reduce((text, [name, part]) => replacePart(page, text, name, part), read(page)),
  ]);
  const pictures = (['en', 'ar'] as const).map((locale): [string, string] => [
    `docs/pictures/architecture-${locale}.svg`,
    architecturePicture(locale),
  ]);
  return new Map([...pages, ...pictures]);
}

function replacePart(page: string, text: string, name: string, part: string): string {
  const start = `<!-- made: ${name} -->`;
  const end = `<!-- end: ${name} -->`;
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${page} has no part marked ${name}`);
  return `${text.slice(0, from + start.length)}\n${part}\n${text.slice(to)}`;
}

const USAGE = `Usage: npm run readme [-- --check]

Writes the made parts of the pages in docs/, such as tables of alerts and diagrams of states, from the code.
  --check  writes nothing; the exit code is 1 if a part is out of date`;

if (process.argv[1] === import.meta.filename) {
  await runCommand(async () => {
    const { values } = readCommandLine({ usage: USAGE, options: { check: { type: 'boolean' } } });
    const read = (page: string) => {
      const file = join(projectRoot, page);
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    };
    const stale = [...renderPages(read)].filter(([page, wanted]) => read(page) !== wanted);
    const names = stale.map(([page]) => page).join(', ');
    if (values.check === true && stale.length > 0)
      throw new CommandError(`Behind the code: ${names}. Run: npm run readme`);
    for (const [page, wanted] of stale) writeFileSync(join(projectRoot, page), wanted);
    console.log(stale.length === 0 ? 'Every page says what the code says.' : `Written: ${names}`);
    return 0;
  });
}
