// `npm run backup`: a backup of the database, the pictures and the secrets.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../db/root.ts';
import { backUp } from './backup/back-up.ts';
import { readSettings, SETTINGS_OPTION } from './backup/settings.ts';
import { readCommandLine, runCommand } from './shared/command-line.ts';

const USAGE = `Usage: npm run backup [-- --settings FILE]

Makes a backup of the database, the pictures and the sealed secrets, verifies it by reading it back, and removes those
that are no longer kept. One runs at a time; one that fails or is killed is never taken for a whole one. The exit code
is 1 when there is no new backup. docs/backup.md has everything else.
  --settings FILE  with the variables BACKUP_… (/etc/wasl/backup.env)`;

await runCommand(async () => {
  const { values } = readCommandLine({ usage: USAGE, options: SETTINGS_OPTION });
  const settings = readSettings(values.settings);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  const say = (line: string) => console.log(line);
  const began = performance.now();
  const backup = await backUp({ settings, release: releaseOf(), signal: stopping.signal, say });
  say(
    `${backup.folder}: from ${backup.endedAt} on, made in ${Math.round((performance.now() - began) / 1_000)} s`,
  );
  return 0;
});

function releaseOf(): string {
  const { version } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}
