// `npm run restore:prove`: whether the newest backup is any good.

import { prove } from './backup/prove.ts';
import { readSettings, SETTINGS_OPTION } from './backup/settings.ts';
import { readCommandLine, runCommand } from './shared/command-line.ts';

const USAGE = `Usage: npm run restore:prove [-- --settings FILE]

Restores the newest backup with all of the archived log into BACKUP_SCRATCH_DIR, adds up books and stock, compares
projections, rows and pictures, and deletes it again. The live database is told the result; the exit code is 1 when the
backup is not good. wasl-proof.timer runs it every week.
  --settings FILE  with the variables BACKUP_… (/etc/wasl/backup.env)`;

await runCommand(async () => {
  const { values } = readCommandLine({ usage: USAGE, options: SETTINGS_OPTION });
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  const say = (line: string) => console.log(line);
  await prove({ settings: readSettings(values.settings), signal: stopping.signal, say });
  say('The backup is good.');
  return 0;
});
