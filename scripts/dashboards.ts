// `npm run dashboards`: writes the dashboards for Grafana from their definitions.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../db/root.ts';
import { quietly } from './embedded/run.ts';
import { dashboardJson } from './operate/watch/dashboard.ts';
import { DASHBOARDS } from './operate/watch/dashboards.ts';
import { CommandError } from './shared/command-error.ts';
import { readCommandLine, runCommand } from './shared/command-line.ts';

const USAGE = `Usage: npm run dashboards [-- --check]

Writes the dashboards of scripts/operate/watch/dashboards.ts as JSON that Grafana imports.
  --check  writes nothing; the exit code is 1 if a file is out of date`;

await runCommand(async () => {
  const { values } = readCommandLine({ usage: USAGE, options: { check: { type: 'boolean' } } });
  const folder = join(projectRoot, 'scripts', 'operate', 'watch', 'dashboards');
  mkdirSync(folder, { recursive: true });
  const wanted = DASHBOARDS.map((each) => ({
    file: join(folder, `${each.uid}.json`),
    text: `${JSON.stringify(dashboardJson(each), null, 1)}\n`,
  }));
  const stale = wanted.filter(({ file, text }) => quietly(() => readFileSync(file, 'utf8')) !== text);
  if (values.check === true && stale.length > 0)
    throw new CommandError('Dashboards are out of date. Run: npm run dashboards');
  for (const { file, text } of stale) writeFileSync(file, text);
  console.log(stale.length === 0 ? 'Every dashboard is up to date.' : `Written: ${stale.length}`);
  return 0;
});
