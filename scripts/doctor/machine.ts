import { existsSync } from 'node:fs';
import { access, constants, readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { uploadsIn } from '../../server/kernel/process/upload-config.ts';
import { onPath } from '../embedded/redis-binary.ts';
import { run } from '../embedded/run.ts';
import { error, type Finding, judged, messageOf, ok, warning } from './finding.ts';

const RUN_LIMIT_MS = 5_000;
const OLDEST_NODE = [20, 19];
const FEW = { error: 0.05, warning: 0.15 };
const GIB = 2 ** 30;

export async function checkDisk(folders: readonly string[]): Promise<Finding[]> {
  return Promise.all(
    folders.map(async (folder) => {
      let space: Awaited<ReturnType<typeof statfs>>;
      try {
        space = await statfs(folder);
      } catch (thrown) {
        return error(`${folder}: ${messageOf(thrown)}`, 'Create it, or mount the disk it lies on.');
      }
      const free = space.bavail * space.bsize;
      const share = space.blocks === 0 ? 1 : space.bavail / space.blocks;
      const files = space.files === 0 ? 1 : space.ffree / space.files;
      return judged(`${folder}: ${(free / GIB).toFixed(1)} GiB free (${Math.round(100 * share)} %)`, {
        errorIf: Math.min(share, files) < FEW.error || free < GIB / 2,
        warnIf: Math.min(share, files) < FEW.warning,
        todo: 'Make room or enlarge the disk: a full one stops PostgreSQL. Do not delete anything inside pg_wal.',
      });
    }),
  );
}

export async function checkUploads(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const uploads = uploadsIn(environment);
  if (uploads.store === 's3') return [ok(`pictures are in the bucket ${uploads.bucket.bucket}`)];
  try {
    await access(uploads.folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return [ok(`pictures can be written to ${uploads.folder}`)];
  } catch (thrown) {
    const todo = 'Run the doctor as the service does (runuser -u wasl); the folder must belong to that user.';
    return [error(`pictures cannot be written: ${messageOf(thrown)}`, todo)];
  }
}

export async function checkVersions(): Promise<Finding[]> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < (OLDEST_NODE[0] ?? 0) || (major === OLDEST_NODE[0] && minor < (OLDEST_NODE[1] ?? 0));
  const { version } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  // A release has no lock file to compare with, nor what compares.
  const compares = [
    join(projectRoot, 'package-lock.json'),
    new URL('../bootstrap/installed-packages.mjs', import.meta.url),
  ];
  return [
    ok(`Wasl ${version}`),
    judged(`Node ${process.versions.node}`, {
      errorIf: isOld,
      todo: `Use Node ${OLDEST_NODE.join('.')} or newer.`,
    }),
    ...(compares.every((file) => existsSync(file)) ? [await packages()] : []),
  ];
}

async function packages(): Promise<Finding> {
  const { packagesMatch } = await import('../bootstrap/installed-packages.mjs');
  const match = packagesMatch(projectRoot);
  return judged(`packages ${match ? 'are those of' : 'differ from'} package-lock.json`, {
    errorIf: !match,
    todo: 'Run: npm ci',
  });
}

/** Whether the system itself keeps the clock right; what matters is the difference to the database's. */
export async function checkTimeService(): Promise<Finding[]> {
  if (onPath('timedatectl') === undefined) return [];
  const { ok: answered, output } = await run('timedatectl', ['show', '-p', 'NTPSynchronized', '--value'], {
    limitMs: RUN_LIMIT_MS,
  });
  if (!answered)
    return [warning('whether the clock is set by NTP is not known', 'Look yourself: chronyc tracking.')];
  const isSet = output.trim() === 'yes';
  return [
    judged(`the clock ${isSet ? 'is' : 'is not'} set by NTP`, {
      warnIf: !isSet,
      todo: 'Install and start chrony or systemd-timesyncd.',
    }),
  ];
}
