// `wasl migrate`: brings the database of an installation to the schema of this release, one phase at a time.
import type { MigrateOptions } from '../../db/migrate.ts';
import { projectRoot } from '../../db/root.ts';
import { CommandError } from '../shared/command-error.ts';
import { readCommandLine, runCommand } from '../shared/command-line.ts';
import { checkDatabase } from '../supervisor/external.ts';
import { prepareData } from '../supervisor/prepare-data.ts';
import { Progress } from '../supervisor/progress.ts';
import { StopRequest } from '../supervisor/stop-request.ts';

const USAGE = `Usage: wasl migrate [--phase before | --phase after | --stopped]

Brings the database to the schema of this release, gives the role of DATABASE_URL rights to rows only, and imports the
catalogue into an empty database. DATABASE_OWNER_URL names the role that owns the schema; only this command needs it.
docs/upgrades.md explains the phases; an empty database goes through both.
  --phase before   (the default) what this release needs; the former release goes on running on it
  --phase after    once every process is of this release: backfills, and what the former release still needed. It can no
                   longer run from then on. Ctrl-C ends a backfill after a batch; run the command again to go on
  --stopped        both phases, of every release in between: while no process runs at all`;

await runCommand(async () => {
  const { values } = readCommandLine({
    usage: USAGE,
    options: { phase: { type: 'string' }, stopped: { type: 'boolean' } },
  });
  const { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: ownerUrl } = process.env;
  const until = readPhase(values);
  if (!databaseUrl || !ownerUrl)
    throw new CommandError('DATABASE_URL and DATABASE_OWNER_URL are needed: run it as `wasl migrate`.');
  const progress = new Progress();
  const stopRequest = new StopRequest(
    () => progress.say('Stopping after what is under way …'),
    () => process.exit(1),
  );
  progress.say(`PostgreSQL ${await checkDatabase(databaseUrl)}`);
  const options = {
    ...({ dataDir: projectRoot, host: '127.0.0.1', port: 1, mode: 'production', processes: 1 } as const),
    ...{ demo: false, verbose: false, databaseUrl },
  };
  const how: MigrateOptions = {
    ...{ until, serving: true, signal: stopRequest.signal },
    say: (line) => progress.say(`  ${line}`),
  };
  await prepareData(options, process.env, ownerUrl, projectRoot, progress, stopRequest, how);
  return 0;
});

function readPhase({ phase, stopped }: { phase?: string | undefined; stopped?: boolean | undefined }) {
  const synopsis = USAGE.split('\n', 1)[0];
  if (phase !== undefined && phase !== 'before' && phase !== 'after')
    throw new CommandError(`--phase is before or after, not '${phase}'. ${synopsis}`);
  if (stopped !== true) return phase ?? 'before';
  if (phase !== undefined) throw new CommandError(`--phase and --stopped exclude each other. ${synopsis}`);
  return 'after';
}
