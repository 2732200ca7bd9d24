import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { openDatabase } from '../../db/database.ts';
import { projectRoot } from '../../db/root.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { receiveBaseBackup } from '../../scripts/backup/base-backup.ts';
import { sealSecrets } from '../../scripts/backup/secrets.ts';
import { run } from '../../scripts/embedded/run.ts';
import { pause, until } from '../../scripts/shared/waiting.ts';
import { allPersonalData } from '../../server/compose/personal-data.ts';
import { backupStale, restoreUnproved } from '../../server/dispatch/alerts/backups-watched.ts';
import type { Condition } from '../../server/dispatch/alerts/condition.ts';
import { readBackupFigures } from '../../server/kernel/backups/backup-store.ts';
import { storeFile } from '../../server/kernel/uploads/stored-files.ts';
import { closeOwed } from '../../server/privacy/close-account.ts';
import { png } from '../support/pictures.ts';
import { type Person, Shop } from '../worlds/shop.ts';
import { locateAge } from './age.ts';
import { Cluster, command, sharedFolder } from './cluster.ts';

describe('Backups and restores', function () {
  this.timeout(180_000);
  let folder: string;
  let cluster: Cluster;
  let shop: Shop;
  let buyer: Person;
  let offer: string;
  let env: Record<string, string>;
  let key: string;

  before(async () => {
    folder = sharedFolder();
    cluster = await Cluster.make(folder, null);
    await cluster.prepare();
    const uploads = path.join(folder, 'uploads');
    const database = { url: cluster.url(), drop: async () => undefined };
    shop = await Shop.open({ UPLOADS_DIR: uploads }, { database });
    buyer = await shop.buyer();
    const seller = await shop.seller();
    offer = await shop.offer(seller, { stock: { [seller.warehouseIds[0] as string]: 1_000 } });
    const age = await locateAge();
    key = path.join(folder, 'operator.key');
    const generated = await run(path.join(age, 'age-keygen'), ['-o', key], { limitMs: 10_000 });
    const recipient = /age1\w+/.exec(generated.output)?.[0];
    writeFileSync(path.join(folder, 'recipients'), `# who may open the secrets\n${recipient}\n`);
    mkdirSync(path.join(folder, 'etc', 'tls'), { recursive: true });
    writeFileSync(path.join(folder, 'etc', 'wasl.env'), 'APP_SECRET=planted-secret-of-this-installation\n');
    writeFileSync(path.join(folder, 'etc', 'tls', 'live.key'), 'planted key\n');
    env = {
      BACKUP_DIR: cluster.target,
      BACKUP_DATABASE_URL: cluster.url('wasl-backup'),
      BACKUP_SECRETS: ['wasl.env', 'tls'].map((name) => path.join(folder, 'etc', name)).join(':'),
      BACKUP_RECIPIENTS: path.join(folder, 'recipients'),
      BACKUP_SCRATCH_DIR: path.join(folder, 'scratch'),
      UPLOADS_DIR: uploads,
      PATH: `${age}:${process.env.PATH}`,
    };
  });
  after(async () => {
    await shop?.close();
    await cluster?.stop(true);
    rmSync(folder, { recursive: true, force: true });
  });

  const bases = () => readdirSync(path.join(cluster.target, 'base'));
  const figures = () => readBackupFigures(shop.database);
  const order = () => shop.order(buyer, { [offer]: 1 });
  const now = async () => {
    const [result] = await cluster.sql('wasl', ['SELECT clock_timestamp() AS now']);
    return (result as { rows: { now: Date }[] }).rows[0]?.now as Date;
  };

  const rowsOf = async (of: Cluster, sql: string) => (await of.sql('wasl', [sql]))[0]?.rows as unknown[];

  it('are made, verified and told to the live database; pictures and secrets are in them', async () => {
    const name = await storeFile(shop.deps, { type: 'image/png', bytes: png(8, 8) }, 'public');
    await order();
    // As if commits waited for a standby: what is restored has none. The server itself does not read this file again.
    await cluster.sql('wasl', [
      "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (wasl_standby)'",
      "ALTER DATABASE wasl SET wasl.history = 'generation=1 timeline=1 synchronous'",
    ]);
    const done = await command('backup', [], env);
    await cluster.sql('wasl', ['ALTER SYSTEM RESET synchronous_standby_names']);
    expect(done.ok, done.output).to.equal(true);
    expect(done.output).to.match(/\d+ files, \d+ MB, each compared with its checksum/);
    const [base] = bases();
    const files = readdirSync(path.join(cluster.target, 'base', base as string)).sort();
    expect(files).to.deep.equal([
      ...['backup.json', 'backup_manifest', 'base.tar.gz', 'secrets.tar.gz.age', 'uploads.sha256.gz'],
    ]);
    expect(readdirSync(path.join(cluster.target, 'uploads'))).to.deep.equal([name]);
    const seen = await figures();
    expect(seen.base).to.be.at.least(0);
    expect(seen).to.include({ base_failed: false, archives: true, wal_failed: false });
  });

  it('restore to a time between two orders: exactly the first is there', async () => {
    const first = await order();
    await pause(50);
    const between = await now();
    await pause(50);
    const second = await order();
    await shop.settled();
    await cluster.archiveNow();
    const [into, uploads] = [path.join(folder, 'restored'), path.join(folder, 'restored-uploads')];
    const args = ['--at', between.toISOString(), '--into', into, '--uploads', uploads];
    const done = await command('restore', args, env);
    expect(done.ok, done.output).to.equal(true);
    expect(done.output).to.include('1 pictures are in').and.to.include('0 were not in the backups');
    expect(readdirSync(uploads)).to.deep.equal(readdirSync(env.UPLOADS_DIR as string));
    const ids = await cluster.beside(into, (restored) => rowsOf(restored, 'SELECT id FROM orders'));
    expect(readFileSync(path.join(into, 'postgresql.auto.conf'), 'utf8')).not.to.include('wasl_standby');
    const noted = await cluster.beside(into, (restored) =>
      rowsOf(
        restored,
        "SELECT count(*)::int AS n FROM pg_db_role_setting WHERE setconfig::text LIKE '%wasl.history%'",
      ),
    );
    expect(noted).to.deep.equal([{ n: 0 }]);
    expect(ids).to.deep.include({ id: first.id }).and.not.to.deep.include({ id: second.id });
    const again = await command('restore', args, env);
    expect(again).to.deep.include({ ok: false }).and.to.have.property('output').that.includes('is not empty');
    const times = await command('restore', [], env);
    expect(times.output).to.match(/from 20\S+Z to about 20/);
    const early = ['--at', '2020-01-01T00:00:00Z', '--into', path.join(folder, 'early')];
    expect((await command('restore', early, env)).output).to.include('The oldest backup is of');
    const late = [
      '--at',
      new Date(Date.now() + 3_600_000).toISOString(),
      '--into',
      path.join(folder, 'late'),
    ];
    expect((await command('restore', late, env)).output).to.include('it ends before that time');
    expect(existsSync(path.join(folder, 'late.unfinished'))).to.equal(false);
  });

  it('have secrets that the operator’s key opens, and no other', async () => {
    const [base] = bases();
    const sealed = path.join(cluster.target, 'base', base as string, 'secrets.tar.gz.age');
    expect(readFileSync(sealed).includes('planted')).to.equal(false);
    const opened = path.join(folder, 'opened');
    mkdirSync(opened);
    const open = (identity: string) =>
      run('sh', ['-c', `age -d -i ${identity} ${sealed} | tar -xz -C ${opened}`], { limitMs: 20_000, env });
    const other = path.join(folder, 'other.key');
    await run('age-keygen', ['-o', other], { limitMs: 10_000, env });
    expect((await open(other)).output).to.include('no identity matched');
    expect(readdirSync(opened)).to.deep.equal([]);
    expect((await open(key)).ok).to.equal(true);
    const content = (name: string) => readFileSync(path.join(opened, folder, 'etc', name), 'utf8');
    expect(content('wasl.env')).to.equal('APP_SECRET=planted-secret-of-this-installation\n');
    expect(content('tls/live.key')).to.equal('planted key\n');
    // As the unit does it: systemd hands over copies, under other names.
    const handed = path.join(folder, 'credentials');
    mkdirSync(handed);
    for (const name of ['wasl.env', 'tls_live.key']) writeFileSync(path.join(handed, name), name);
    const given = { secrets: null, credentials: handed, recipients: env.BACKUP_RECIPIENTS as string };
    const sealing = path.join(folder, 'sealing');
    mkdirSync(sealing);
    process.env.PATH = env.PATH;
    await sealSecrets(given, sealing);
    const listed = `age -d -i ${key} ${sealing}/secrets.tar.gz.age | tar -tz`;
    expect(
      (await run('sh', ['-c', listed], { limitMs: 20_000, env })).output.split('\n').filter(Boolean).sort(),
    ).to.deep.equal(['./etc/wasl/tls/live.key', './etc/wasl/wasl.env']);
  });

  it('are proved by a restore, which the live database and the metrics then know', async () => {
    expect((await figures()).proof).to.equal(null);
    const done = await command('restore-prove', [], env);
    expect(done.ok, done.output).to.equal(true);
    expect(done.output).to.include('ledger entries').and.to.include('1 of 1 pictures compared');
    expect((await figures()).proof).to.be.at.least(0);
    const metrics = await (await fetch(`${shop.service.url}/metrics`)).text();
    for (const line of [
      /wasl_restore_proof_age_seconds\{.*\} \d/,
      /wasl_backup_age_seconds\{.*part="wal".*\} \d/,
    ])
      expect(metrics).to.match(line);
    expect(readdirSync(path.join(folder, 'scratch')).filter((name) => name.startsWith('data'))).to.deep.equal(
      [],
    );
  });

  it('raise alerts when they are old, when they failed, or when no restore was proved', async () => {
    const of = async (condition: Condition) => {
      const sight = { now: new Date(), clockRate: 1, settings: {} as never, known: [], most: 10 };
      const causes = await inTransaction(shop.database, (trx) => condition.causes({ ...sight, trx }));
      return (causes ?? []).map(({ key: cause, severity = 'WARNING' }) => `${cause} ${severity}`);
    };
    await copyOnceAsCommand();
    expect(await of(backupStale)).to.deep.equal([]);
    expect(await of(restoreUnproved)).to.deep.equal([]);
    await shop.database('backup_runs').update({ done_at: new Date(Date.now() - 9 * 86_400_000) });
    expect(await of(backupStale)).to.deep.equal(['base WARNING', 'copies WARNING']);
    expect(await of(restoreUnproved)).to.deep.equal(['proof WARNING']);
    await shop.database('backup_runs').update({ done_at: new Date() });
  });

  /** One round of the follower, as its service runs it. */
  async function copyOnceAsCommand(): Promise<void> {
    const file = path.join(projectRoot, 'scripts', 'backup-follow.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', file, '--every', '1'], {
      ...{ cwd: projectRoot, env: { ...process.env, ...env }, stdio: 'inherit' },
    });
    const ended = once(child, 'exit');
    const since = Date.now();
    const seenSince = async () => {
      const row = await shop.database('backup_runs').where({ name: 'copies' }).first('done_at');
      return row !== undefined && row.done_at.getTime() > since;
    };
    try {
      await until(seenSince, { limitMs: 30_000, everyMs: 100 });
    } finally {
      child.kill('SIGTERM');
      const [code] = await ended;
      expect(code).to.equal(0);
    }
  }

  it('do not bring back whom they promised to forget', async () => {
    const leaving = await shop.buyer();
    await shop.address(leaving);
    await pause(50);
    const before = await now();
    await leaving.client.post('/me/close', {});
    await copyOnceAsCommand();
    await cluster.archiveNow();
    // Another one whose orders were delivered in the time that is lost, and are under way again.
    const waiting = { accountId: buyer.accountId, closedAt: new Date().toISOString() };
    appendFileSync(path.join(cluster.target, 'closed-accounts.jsonl'), `\n${JSON.stringify(waiting)}`);
    const into = path.join(folder, 'forgetful');
    const done = await command('restore', ['--at', before.toISOString(), '--into', into], env);
    expect(done.ok, done.output).to.equal(true);
    expect(done.output).to.include('2 accounts were closed after that time');
    await cluster.beside(into, async (restored) => {
      const rows = (sql: string) => rowsOf(restored, sql);
      const email = `SELECT email, status FROM accounts WHERE id = '${leaving.accountId}'`;
      expect((await rows(email))[0]).to.include({ status: 'ACTIVE' });
      const database = openDatabase(restored.url(), { name: 'test', max: 4 });
      const parts = allPersonalData({ clock: { now: () => new Date() } });
      // Two workers at once.
      const closed = await Promise.all([1, 2].map(() => closeOwed({ database }, parts, 100)));
      expect(closed.toSorted()).to.deep.equal([0, 1]);
      expect(await database('owed_closures').select('account_id', 'obstacles')).to.deep.equal([
        { account_id: buyer.accountId, obstacles: ['ORDERS_UNDER_WAY'] },
      ]);
      await database.destroy();
      expect((await rows(email))[0]).to.deep.equal({
        ...{ status: 'CLOSED', email: `${leaving.accountId}@closed.invalid` },
      });
      expect(await rows(`SELECT id FROM addresses WHERE account_id = '${leaving.accountId}'`)).to.deep.equal(
        [],
      );
    });
  });

  it('leave nothing that looks whole when they are killed, and the next one works', async () => {
    const before = bases();
    const file = path.join(projectRoot, 'scripts', 'backup.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', file], {
      ...{ cwd: projectRoot, env: { ...process.env, ...env }, stdio: 'ignore' },
    });
    const ended = once(child, 'exit');
    await until(() => bases().length > before.length, { limitMs: 30_000, everyMs: 2 });
    const rival = await command('backup', [], env);
    expect(rival.output).to.include('A backup is being made');
    child.kill('SIGKILL');
    await ended;
    expect(bases().filter((name) => name.startsWith('.unfinished'))).to.have.length(1);
    expect((await command('restore', [], env)).output.trim().split('\n')).to.have.length(before.length);
    const done = await command('backup', [], env);
    expect(done.ok, done.output).to.equal(true);
    expect(bases()).to.have.length(before.length + 1);
    expect(bases().filter((name) => name.startsWith('.'))).to.deep.equal([]);
  });

  it('archive each log file whole, also when the archiver is killed or its server crashes', async () => {
    const wal = path.join(cluster.target, 'wal');
    let isOver = false;
    const killer = (async () => {
      let killed = 0;
      while (!isOver) {
        // Its working folder is the server's data folder, so no other archiver is meant.
        const found = await run('pgrep', ['-f', `archive-wal .* ${wal}$`], { limitMs: 5_000 });
        for (const pid of found.output.split('\n').filter(Boolean).map(Number)) {
          try {
            process.kill(pid, 'SIGKILL');
            killed += 1;
          } catch {
            // It had ended.
          }
        }
        await pause(30);
      }
      return killed;
    })();
    for (let count = 0; count < 6; count += 1) {
      await cluster.sql('wasl', [
        "SELECT pg_logical_emit_message(true, 'test', repeat('x', 100000))",
        'SELECT pg_switch_wal()',
      ]);
      await pause(400);
    }
    isOver = true;
    expect(await killer).to.be.greaterThan(0);
    await cluster.stop(true);
    await cluster.start();
    await cluster.archiveNow();
    for (const name of cluster.archived().filter((each) => /^[0-9A-F]{24}\.gz$/.test(each))) {
      const size = execFileSync('sh', ['-c', `gzip -dc ${path.join(wal, name)} | wc -c`], {
        encoding: 'utf8',
      });
      expect(Number(size), name).to.equal(16 * 2 ** 20);
    }
    const proof = await command('restore-prove', [], env);
    expect(proof.ok, proof.output).to.equal(true);
  });

  it('are not believed when they are damaged', async () => {
    const newest = path.join(cluster.target, 'base', bases().sort().at(-1) as string, 'base.tar.gz');
    const whole = `${newest}.whole`;
    copyFileSync(newest, whole);
    const bytes = readFileSync(newest);
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 0x10, bytes.length >> 1);
    writeFileSync(newest, bytes);
    const damaged = await command('restore-prove', [], env);
    expect(damaged.ok).to.equal(false);
    expect(damaged.output).to.match(/damaged|is not what the server sent/);
    expect(await figures()).to.have.property('proof_failed', true);
    copyFileSync(whole, newest);
    rmSync(whole);
    // A log file that is missing, and a picture that is another.
    const [segment] = cluster
      .archived()
      .filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
      .slice(-3);
    const log = path.join(cluster.target, 'wal', segment as string);
    copyFileSync(log, `${log}.aside`);
    rmSync(log);
    const [picture] = readdirSync(path.join(cluster.target, 'uploads'));
    const copy = path.join(cluster.target, 'uploads', picture as string);
    const content = readFileSync(copy);
    writeFileSync(copy, 'another');
    await cluster.sql('wasl', [
      `INSERT INTO duty_runs (name, every_ms, done_at) VALUES ('test', 1000, now() + interval '10 minutes') `,
    ]);
    const short = await command('restore', ['--at', 'latest', '--into', path.join(folder, 'short')], env);
    expect(short.ok, short.output).to.equal(true);
    expect(short.output).to.match(/WARNING: the archived log goes on to [0-9A-F]{24}, but a file before it/);
    rmSync(path.join(folder, 'short'), { recursive: true });
    const gap = await command('restore-prove', [], env);
    expect(gap.ok).to.equal(false);
    expect(gap.output).to.match(/picture .* is damaged/);
    expect(gap.output).to.match(/the archive ends at \S+, the database was written at/);
    await shop.database('duty_runs').where({ name: 'test' }).delete();
    copyFileSync(`${log}.aside`, log);
    rmSync(`${log}.aside`);
    writeFileSync(copy, content);
    const good = await command('restore-prove', [], env);
    expect(good.ok, good.output).to.equal(true);
    expect(await figures()).to.have.property('proof_failed', false);
  });

  it('say that the target is full, keep the former ones whole, and go on once there is room', async () => {
    const before = bases();
    const wal = path.join(cluster.target, 'wal');
    const full = path.join(folder, 'full');
    mkdirSync(full);
    const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=0777', 'tmpfs', full], {
      limitMs: 10_000,
    });
    expect(mounted.ok, `a full disk needs root to mount one: ${mounted.output}`).to.equal(true);
    try {
      const refused = await command('backup', [], { ...env, BACKUP_DIR: full });
      expect(refused).to.have.property('ok', false);
      expect(refused.output).to.match(/has \d+ MB free, and a backup needs about \d+ MB/);
      expect(await figures()).to.have.property('base_failed', true);
      // Full only after the backup began.
      writeFileSync(path.join(full, 'ballast'), randomBytes(7 * 2 ** 20));
      const never = new AbortController().signal;
      const received = receiveBaseBackup(env.BACKUP_DATABASE_URL as string, full, never);
      expect(await received.catch((error: NodeJS.ErrnoException) => error.code)).to.equal('ENOSPC');
      for (const name of readdirSync(full)) rmSync(path.join(full, name), { recursive: true });
      // The archiver, in the middle of a file: it does not fit, compressed or not.
      const segment = path.join(folder, '000000010000000000000001');
      writeFileSync(segment, randomBytes(16 * 2 ** 20));
      const script = path.join(projectRoot, 'scripts', 'operate', 'backup', 'archive-wal');
      const handOver = () => run(script, [segment, path.basename(segment), full], { limitMs: 30_000 });
      expect((await handOver()).ok).to.equal(false);
      expect(readdirSync(full).filter((name) => name.endsWith('.gz') || name.startsWith('.'))).to.deep.equal(
        [],
      );
      await run('mount', ['-o', 'remount,size=64m', full], { limitMs: 10_000 });
      expect(await handOver()).to.have.property('ok', true);
      // Another server's file of the same name is refused; the same file again is not.
      expect(await handOver()).to.have.property('ok', true);
      writeFileSync(segment, randomBytes(16 * 2 ** 20));
      const foreign = await handOver();
      expect(foreign.ok).to.equal(false);
      expect(foreign.output).to.include('Does another server archive here?');
    } finally {
      await run('umount', [full], { limitMs: 10_000 });
    }
    // While the real target takes nothing, the server keeps its log; afterwards nothing is missing.
    renameSync(wal, `${wal}.away`);
    for (let count = 0; count < 2; count += 1)
      await cluster.sql('wasl', [
        "SELECT pg_logical_emit_message(true, 'test', 'x')",
        'SELECT pg_switch_wal()',
      ]);
    await until(async () => (await figures()).wal_failed, { limitMs: 30_000, everyMs: 100 });
    renameSync(`${wal}.away`, wal);
    await cluster.archiveNow();
    expect(await figures()).to.have.property('wal_failed', false);
    expect(bases()).to.deep.equal(before);
    const done = await command('backup', [], env);
    expect(done.ok, done.output).to.equal(true);
    expect(await figures()).to.have.property('base_failed', false);
  });

  it('empty Redis after a restore, but not under a running process', async () => {
    const redis = { REDIS_URL: shop.deps.config.redisUrl, REDIS_NAMESPACE: shop.deps.config.redisNamespace };
    const refused = await command('restore', ['--clear-redis'], { ...env, ...redis });
    expect(refused).to.have.property('ok', false);
    expect(refused.output).to.include('are running. Stop them all first');
    const client = new Redis(redis.REDIS_URL);
    const other = { ...redis, REDIS_NAMESPACE: `${redis.REDIS_NAMESPACE}-other` };
    await client.mset(
      `${other.REDIS_NAMESPACE}:live:{dispatch}:head`,
      'x',
      `{${other.REDIS_NAMESPACE}:bull}:meta`,
      'x',
    );
    const cleared = await command('restore', ['--clear-redis'], { ...env, ...other });
    expect(cleared.output).to.include('2 keys of');
    expect(await client.keys(`${redis.REDIS_NAMESPACE}:*`)).not.to.deep.equal([]);
    client.disconnect();
  });

  it('lose less than a minute when the server is lost at the worst moment', async () => {
    await cluster.sql('postgres', ["ALTER SYSTEM SET archive_timeout = '30s'", 'SELECT pg_reload_conf()']);
    await cluster.archiveNow();
    const handedOver = Date.now();
    const told: { id: string; at: number }[] = [];
    // Just before the server would close the present file.
    while (Date.now() - handedOver < 28_500) {
      const at = Date.now();
      told.push({ id: (await order()).id, at });
      await pause(500);
    }
    await cluster.stop(true);
    const lostAt = Date.now();
    const into = path.join(folder, 'after-loss');
    const done = await command('restore', ['--at', 'latest', '--into', into], env);
    expect(done.ok, done.output).to.equal(true);
    expect(done.output).not.to.include('WARNING');
    const ids = await cluster.beside(into, (restored) => rowsOf(restored, 'SELECT id::text FROM orders'));
    const kept = new Set((ids as { id: string }[]).map(({ id }) => id));
    const lost = told.filter(({ id }) => !kept.has(id));
    const seconds = (lostAt - Math.min(lostAt, ...lost.map(({ at }) => at))) / 1_000;
    process.stdout.write(
      `      ${told.length} orders in the last half minute, ${lost.length} lost, the oldest ${seconds} s old\n`,
    );
    expect(seconds).to.be.lessThan(60);
    // All that was told before the last archived file is there.
    for (const { id, at } of told) if (at < handedOver - 1_000) expect(kept.has(id)).to.equal(true);
  });
});
