// `wasl migrate`: brings the database of an installation to the schema of this release.
import { projectRoot } from '../../db/root.ts';
import { CommandError } from '../shared/command-error.ts';
import { readCommandLine, runCommand } from '../shared/command-line.ts';
import { checkDatabase } from '../supervisor/external.ts';
import { prepareData } from '../supervisor/prepare-data.ts';
import { Progress } from '../supervisor/progress.ts';
import { StopRequest } from '../supervisor/stop-request.ts';

const USAGE = `Usage: wasl migrate

Brings the database to the schema of this release, gives the role of DATABASE_URL rights to rows only, and imports the
catalogue into an empty database. DATABASE_OWNER_URL names the role that owns the schema; only this command needs it.`;

await runCommand(async () => {
  readCommandLine({ usage: USAGE, options: {} });
  const { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: ownerUrl } = process.env;
  if (!databaseUrl || !ownerUrl)
    throw new CommandError('DATABASE_URL and DATABASE_OWNER_URL are needed: run it as `wasl migrate`.');
  const progress = new Progress();
  const stopRequest = new StopRequest(
    () => progress.say('Stopping …'),
    () => process.exit(1),
  );
  progress.say(`PostgreSQL ${await checkDatabase(databaseUrl)}`);
  const options = {
    ...({ dataDir: projectRoot, host: '127.0.0.1', port: 1, mode: 'production', processes: 1 } as const),
    ...{ demo: false, verbose: false, databaseUrl },
  };
  await prepareData(options, process.env, ownerUrl, projectRoot, progress, stopRequest);
  return 0;
});
