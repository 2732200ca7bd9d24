import { rmSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { listBackups } from '../../scripts/backup/backups.ts';
import { unpack } from '../../scripts/backup/recovery.ts';
import { run } from '../../scripts/embedded/run.ts';
import { debianPostgres } from '../support/debian-postgres.ts';
import { locateAge } from './age.ts';
import { Cluster, command, sharedFolder } from './cluster.ts';

/** What Debian 12 and 13 have. */
const MAJORS = [15, 17];
const ABSENT = MAJORS.filter((major) => debianPostgres(major) === null);
if (ABSENT.length > 0)
  process.stdout.write(`PostgreSQL ${ABSENT.join(', ')} is not installed here: its backups are not tried.\n`);

for (const major of MAJORS.filter((each) => !ABSENT.includes(each))) {
  describe(`Backups of PostgreSQL ${major}`, function () {
    this.timeout(180_000);
    let folder: string;
    let cluster: Cluster;

    before(async () => {
      folder = sharedFolder();
      cluster = await Cluster.make(folder, debianPostgres(major));
      await cluster.prepare();
    });
    after(async () => {
      await cluster?.stop(true);
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    });

    it('are restored, and PostgreSQL’s own program finds them whole', async () => {
      const age = await locateAge();
      const key = path.join(folder, 'key');
      await run(path.join(age, 'age-keygen'), ['-o', key], { limitMs: 10_000 });
      await run('sh', ['-c', `${age}/age-keygen -y ${key} > ${folder}/recipients`], { limitMs: 10_000 });
      const env = {
        BACKUP_DIR: cluster.target,
        BACKUP_DATABASE_URL: cluster.url('wasl-backup'),
        BACKUP_SECRETS: key,
        BACKUP_RECIPIENTS: path.join(folder, 'recipients'),
        BACKUP_SCRATCH_DIR: path.join(folder, 'scratch'),
        UPLOADS_DIR: path.join(folder, 'uploads'),
        PATH: `${age}:${process.env.PATH}`,
      };
      const made = await command('backup', [], env);
      expect(made.ok, made.output).to.equal(true);
      const proved = await command('restore-prove', [], env);
      expect(proved.ok, proved.output).to.equal(true);
      const [backup] = await listBackups(cluster.target);
      if (backup === undefined) throw new Error('no backup');
      expect(Math.floor(backup.serverVersion / 10_000)).to.equal(major);
      // What this project unpacks, judged by the program that belongs to the server.
      const dataDir = path.join(folder, 'unpacked');
      await unpack(backup, dataDir);
      rmSync(path.join(dataDir, 'recovery.signal'));
      const manifest = path.join(backup.folder, 'backup_manifest');
      const wal = path.join(folder, 'wal');
      await mkdir(wal);
      for (const name of await readdir(path.join(cluster.target, 'wal')))
        await run('sh', ['-c', `gzip -dc ${cluster.target}/wal/${name} > ${wal}/${name.slice(0, -3)}`], {
          limitMs: 10_000,
        });
      const judged = await run(
        `/usr/lib/postgresql/${major}/bin/pg_verifybackup`,
        ['-m', manifest, '-w', wal, dataDir],
        { limitMs: 60_000 },
      );
      expect(judged.output).to.include('backup successfully verified');
    });
  });
}
