// `npm run restore`: a database as it was at a time, in a new folder.

import { clearRedis } from './backup/clear-redis.ts';
import { type Restored, reachableTimes, restore } from './backup/restore.ts';
import { FOR_RESTORE, readSettings, SETTINGS_OPTION } from './backup/settings.ts';
import { CommandError } from './shared/command-error.ts';
import { readCommandLine, runCommand } from './shared/command-line.ts';

const USAGE = `Usage: npm run restore -- [--at TIME --into DIR [--uploads DIR]] [--clear-redis] [--settings FILE]

Without options it says to which times the database can be restored. With --at and --into it restores to one of them,
into new folders; nothing that exists is changed, and the service may run meanwhile. docs/backup.md says what to do next.
  --at TIME        2026-11-28T14:05:00+03:00, or latest: as far as the archive goes
  --into DIR       becomes the data folder of a PostgreSQL of the same major version
  --uploads DIR    becomes UPLOADS_DIR, with the pictures that the database names
  --timeline N     after an earlier restore: the history to follow, if not the newest
  --clear-redis    empties Redis (REDIS_URL, REDIS_NAMESPACE); all processes must have been stopped before
  --settings FILE  with the variables BACKUP_… (/etc/wasl/backup.env); BACKUP_DIR is enough`;

await runCommand(async () => {
  const { values } = readCommandLine({
    usage: USAGE,
    options: {
      ...SETTINGS_OPTION,
      at: { type: 'string' },
      into: { type: 'string' },
      uploads: { type: 'string' },
      timeline: { type: 'string' },
      'clear-redis': { type: 'boolean' },
    },
  });
  if (values['clear-redis'] === true) return emptyRedis();
  const { dir: target } = readSettings(values.settings, FOR_RESTORE);
  const { at, into, uploads = null, timeline = 'latest' } = values;
  if (at === undefined && into === undefined) {
    const lines = await reachableTimes(target);
    for (const line of lines) console.log(line);
    if (lines.length === 0) throw new CommandError(`There is no backup in ${target}.`);
    return 0;
  }
  if (at === undefined || into === undefined)
    throw new CommandError('--at and --into are needed together; without both, the times are listed.');
  if (timeline !== 'latest' && !/^[1-9]\d*$/.test(timeline))
    throw new CommandError(`--timeline must be a whole number, not "${timeline}".`);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  const began = performance.now();
  const say = (line: string) => console.log(line);
  const wanted = { target, into, uploads, at: readTime(at), timeline, signal: stopping.signal, say };
  report(await restore(wanted), { into, uploads, seconds: Math.round((performance.now() - began) / 1_000) });
  return 0;
});

async function emptyRedis(): Promise<number> {
  const { REDIS_URL: url, REDIS_NAMESPACE: namespace = 'wasl' } = process.env;
  if (!url) throw new CommandError('REDIS_URL is not set; /etc/wasl/wasl.env has it.');
  console.log(`${await clearRedis(url, namespace)} keys of ${namespace} deleted`);
  return 0;
}

/** Null for `latest`. A time without a zone would be read as the machine's, which nobody thinks of at night. */
function readTime(text: string): Date | null {
  if (text === 'latest') return null;
  const at = new Date(text);
  if (!/T.*(Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(at.getTime()))
    throw new CommandError(`--at must be like 2026-11-28T14:05:00+03:00, or latest, not "${text}".`);
  return at;
}

function report(
  { backup, lastCommit, unreached, owedClosures, pictures }: Restored,
  { into, uploads, seconds }: { into: string; uploads: string | null; seconds: number },
): void {
  const until = lastCommit === null ? `the end of the backup, ${backup.endedAt}` : lastCommit.toISOString();
  console.log(`Restored to ${into} in ${seconds} s. The last change in it is of ${until}.`);
  if (unreached !== null)
    console.log(
      `WARNING: the archived log goes on to ${unreached}, but a file before it is missing or damaged: later changes were not restored.`,
    );
  if (pictures !== null)
    console.log(
      `${pictures.copied} pictures are in ${uploads}; ${pictures.missing.length} were not in the backups${pictures.missing.length === 0 ? '' : `: ${pictures.missing.slice(0, 20).join(', ')}`}.`,
    );
  if (owedClosures > 0)
    console.log(`${owedClosures} accounts were closed after that time: the worker closes them again.`);
  console.log(`
Next (docs/backup.md has each command):
1. Stop all of Wasl and the PostgreSQL in service; put this folder in its place and start PostgreSQL.
2. wasl restore --clear-redis
3. wasl ledger-check, stock-check and projections-check.
4. Start the worker and wait until the table owed_closures is empty or names only what must be settled; then the rest.
5. wasl backup: the restored server has no backup of its own yet.`);
}
