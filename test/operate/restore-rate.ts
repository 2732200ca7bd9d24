// How fast a database is backed up and restored: npx tsx test/operate/restore-rate.ts [--megabytes N] [--log-megabytes N]
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../../scripts/embedded/run.ts';
import { readCommandLine, readWholeNumber, runCommand } from '../../scripts/shared/command-line.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { locateAge } from './age.ts';
import { Cluster, command, sharedFolder } from './cluster.ts';

const USAGE = `Usage: npx tsx test/operate/restore-rate.ts [--megabytes N] [--log-megabytes N]

Fills the tables that grow most with rows of a real size, backs up, writes more, and restores.
  --megabytes N      of the database (1000)
  --log-megabytes N  of the log after the backup, which a restore replays (500)`;

/** The three tables that grow most with orders. Two thirds are commands with their events, a sixth each the others. */
const FILL = (rows: number) => [
  `INSERT INTO actor_command (at, kind, key, version, epoch, command_id, type, request_hash, events, outcome, role, correlation_id)
   SELECT now(), 'order', gen_random_uuid(), n, 1, gen_random_uuid()::text, 'ready', sha256(n::text::bytea),
          jsonb_build_array(jsonb_build_object('type', 'GROUP_READY', 'v', 1, 'id', gen_random_uuid(), 'note', md5(n::text) || md5((n + 1)::text) || md5((n + 2)::text))),
          jsonb_build_object('orderId', gen_random_uuid(), 'version', n), 'SELLER_OWNER', gen_random_uuid()::text
     FROM generate_series(1, ${rows}) AS n`,
  `INSERT INTO transitions (id, actor_kind, actor_key, actor_version, subject_type, subject_id, from_state, to_state, command, role, at)
   SELECT uuidv7(), 'order', gen_random_uuid(), n, 'TASK', gen_random_uuid(), 'ASSIGNED', 'ACCEPTED', 'accept', 'DRIVER', now()
     FROM generate_series(1, ${rows}) AS n`,
  `INSERT INTO audit_log (id, action, subject_type, subject_id, data)
   SELECT uuidv7(), 'approveSeller', 'SELLER', gen_random_uuid()::text, jsonb_build_object('n', md5(n::text))
     FROM generate_series(1, ${Math.ceil(rows / 2)}) AS n`,
];
const BATCH_ROWS = 100_000;

await runCommand(async () => {
  const options = { megabytes: { type: 'string' }, 'log-megabytes': { type: 'string' } } as const;
  const { values } = readCommandLine({ usage: USAGE, options });
  const size = readWholeNumber('megabytes', values.megabytes ?? '1000', { min: 10 });
  const log = readWholeNumber('log-megabytes', values['log-megabytes'] ?? '500', { min: 1 });
  const folder = sharedFolder();
  const cluster = await Cluster.make(folder, null, 30);
  try {
    await cluster.prepare();
    await cluster.sql('postgres', ["ALTER SYSTEM SET max_wal_size = '4GB'", 'SELECT pg_reload_conf()']);
    await measure(cluster, size, log);
  } finally {
    await cluster.stop(true);
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
});

async function measure(cluster: Cluster, size: number, log: number): Promise<void> {
  const { folder } = cluster;
  const number = async (sql: string) => {
    const [result] = await cluster.sql('wasl', [`SELECT (${sql})::float8 AS value`]);
    return (result as { rows: { value: number }[] }).rows[0]?.value ?? 0;
  };
  const megabytes = () => number('pg_database_size(current_database()) / 1048576');
  const written = () => number("pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') / 1048576");
  // The backup needs nothing of the log before it, so that is not compressed and read back here.
  const [archiving] = await cluster.sql('postgres', ['SHOW archive_command']);
  const { archive_command: handOver } = (archiving as { rows: { archive_command: string }[] }).rows[0] ?? {};
  await archiveWith(cluster, '/bin/true');
  await fill(cluster, async () => (await megabytes()) >= size);
  await archiveWith(cluster, handOver ?? '');
  const age = await locateAge();
  writeFileSync(path.join(folder, 'secret'), 'x');
  await run('sh', ['-c', `${age}/age-keygen 2>/dev/null | ${age}/age-keygen -y > ${folder}/recipients`], {
    limitMs: 10_000,
  });
  const env = {
    BACKUP_DIR: cluster.target,
    BACKUP_DATABASE_URL: cluster.url('wasl-backup'),
    BACKUP_SECRETS: path.join(folder, 'secret'),
    BACKUP_RECIPIENTS: path.join(folder, 'recipients'),
    BACKUP_SCRATCH_DIR: path.join(folder, 'scratch'),
    UPLOADS_DIR: path.join(folder, 'uploads'),
    PATH: `${age}:${process.env.PATH}`,
  };
  const database = await megabytes();
  const backup = await timed(() => command('backup', [], env, 3_600_000));
  const compressed = await run('du', ['-sm', path.join(cluster.target, 'base')], { limitMs: 10_000 });
  const before = await written();
  await fill(cluster, async () => (await written()) - before >= log);
  await archivedAll(cluster);
  const replayed = (await written()) - before;
  const into = path.join(folder, 'restored');
  const plain = await timed(() => command('restore', ['--at', 'latest', '--into', into], env, 3_600_000));
  const proof = await timed(() => command('restore-prove', [], env, 3_600_000));
  for (const line of [
    `database ${Math.round(database)} MB, compressed ${compressed.output.split('\t')[0]} MB, log after it ${Math.round(replayed)} MB`,
    `backup with verification: ${backup} s, ${(database / backup).toFixed(0)} MB/s`,
    `restore: ${plain} s in all`,
    `proof: ${proof} s in all`,
  ])
    process.stdout.write(`${line}\n`);
}

async function fill(cluster: Cluster, isEnough: () => Promise<boolean>): Promise<void> {
  while (!(await isEnough())) await cluster.sql('wasl', FILL(BATCH_ROWS));
}

async function archiveWith(cluster: Cluster, handOver: string): Promise<void> {
  await cluster.sql('postgres', [
    `ALTER SYSTEM SET archive_command = '${handOver}'`,
    'SELECT pg_reload_conf()',
  ]);
}

async function archivedAll(cluster: Cluster): Promise<void> {
  const name = await cluster.closeLogFile();
  await until(() => cluster.archived().includes(`${name}.gz`), { limitMs: 1_800_000, everyMs: 500 });
}

async function timed(work: () => Promise<{ ok: boolean; output: string }>): Promise<number> {
  const began = performance.now();
  const { ok, output } = await work();
  if (!ok) throw new Error(output);
  process.stdout.write(output);
  return Math.round((performance.now() - began) / 100) / 10;
}
