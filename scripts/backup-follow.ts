// `npm run backup:follow`: keeps pictures and closed accounts in the backups as young as the archived log.

import { follow } from './backup/follow.ts';
import { readSettings, SETTINGS_OPTION } from './backup/settings.ts';
import { readCommandLine, readWholeNumber, runCommand } from './shared/command-line.ts';

const USAGE = `Usage: npm run backup:follow [-- --every SECONDS] [--settings FILE]

Copies new pictures, and which accounts have been closed, to the backups until it is stopped.
wasl-backup-follow.service runs it.
  --every SECONDS  from one round to the next (20)
  --settings FILE  with the variables BACKUP_… (/etc/wasl/backup.env)`;

await runCommand(async () => {
  const options = { ...SETTINGS_OPTION, every: { type: 'string' } } as const;
  const { values } = readCommandLine({ usage: USAGE, options });
  const everyMs = readWholeNumber('every', values.every ?? '20', { min: 1, max: 60 }) * 1_000;
  const settings = readSettings(values.settings);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  await follow({ settings, everyMs, signal: stopping.signal, say: (line) => console.log(line) });
  return 0;
});
