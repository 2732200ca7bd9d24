// `npm run release:record`: makes the present commit a release that later ones must get along with.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readMigrations } from '../db/migration-files.ts';
import { CURRENT_RELEASE, RELEASES, RELEASES_FILE, type Release } from '../db/releases.ts';
import { projectRoot } from '../db/root.ts';
import { run } from './embedded/run.ts';
import { CommandError } from './shared/command-error.ts';
import { readCommandLine, runCommand } from './shared/command-line.ts';

const USAGE = `Usage: npm run release:record

Records the present commit in db/releases.json as a release that is installed on servers, with its last migration and the
fingerprint of its schema. Everything from then on belongs to the next release. Refuses a commit whose sources were
changed, or that is recorded already. Run \`npm run readme\` afterwards, and commit both files.`;

await runCommand(async () => {
  readCommandLine({ usage: USAGE, options: {} });
  const commit = await git('rev-parse', 'HEAD');
  if ((await git('status', '--porcelain', '--untracked-files=no')) !== '')
    throw new CommandError('Files differ from the commit: commit them first.');
  if (RELEASES.some((release) => release.commit === commit))
    throw new CommandError('This commit is recorded already.');
  const migrations = await readMigrations();
  const release: Release = {
    release: CURRENT_RELEASE,
    commit,
    lastMigration: Math.max(...migrations.map(({ number }) => number)),
    schema: createHash('sha256')
      .update(readFileSync(path.join(projectRoot, 'db', 'schema.sql')))
      .digest('hex'),
  };
  writeFileSync(RELEASES_FILE, `${JSON.stringify([...RELEASES, release], null, 2)}\n`);
  console.log(
    `Release ${release.release}: ${commit}. From here on, sources are of release ${CURRENT_RELEASE + 1}.`,
  );
  return 0;
});

async function git(...args: string[]): Promise<string> {
  const done = await run('git', args, { cwd: projectRoot, limitMs: 30_000 });
  if (!done.ok) throw new CommandError(`git ${args.join(' ')}: ${done.output.trim()}`);
  return done.output.trim();
}
