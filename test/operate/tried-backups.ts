import { expect } from 'chai';
import { OPERATOR_KEY, type TriedServer } from './tried-server.ts';

const STEP_LIMIT_MS = 3 * 60_000;

/** Expects that an installed server makes backups and proofs by itself, and has made one of each. */
export async function showsBackups({ root }: TriedServer, printed: string): Promise<void> {
  expect(printed).to.include('made, and restored for proof').and.include('on the same disk');
  const units = ['wasl-backup.timer', 'wasl-proof.timer', 'wasl-backup-follow.service'].join(' ');
  const states = async (verb: string) =>
    new Set((await root.must(`systemctl ${verb} ${units}`)).trim().split('\n'));
  expect(await states('is-active')).to.deep.equal(new Set(['active']));
  expect(await states('is-enabled')).to.deep.equal(new Set(['enabled']));
  expect(await root.must('systemctl show -P NextElapseUSecRealtime wasl-proof.timer')).to.match(/^Fri /);
  const { findings } = JSON.parse((await root.run('wasl doctor --json 2>/dev/null')).output) as {
    findings: { check: string; level: string; says: string }[];
  };
  const told = findings.filter(({ check }) => check === 'backups');
  expect(told).to.have.length(4);
  const faults = findings.filter(
    ({ check, level }) =>
      level === 'error' && ['backups', 'processes', 'PostgreSQL', 'settings'].includes(check),
  );
  expect(faults).to.deep.equal([]);
  const sealed = '/srv/backup/base/*/secrets.tar.gz.age';
  const opened = await root.must(`age -d -i ${OPERATOR_KEY} ${sealed} | tar -tz`);
  expect(opened.split('\n')).to.include.members(['./etc/wasl/wasl.env', './etc/wasl/tls/live.key']);
  const modes = await root.must('stat -c "%n %U:%G %a" /srv/backup /srv/backup/base /srv/backup/wal');
  expect(modes.trim().split('\n')).to.deep.equal([
    '/srv/backup wasl-backup:root 755',
    '/srv/backup/base wasl-backup:wasl 750',
    '/srv/backup/wal postgres:wasl 2770',
  ]);
  const mistyped = await root.run(`/root/release/scripts/install --backup-key age1${'q'.repeat(58)}`);
  expect(mistyped.ok).to.equal(false);
  expect(mistyped.output).to.include('is no public key of age');
}

/** Steps 1 and 3 to 9 of docs/backup.md. Returns how many seconds they took. */
export async function restoreTriedServer({ root }: TriedServer): Promise<number> {
  const must = (command: string) => root.must(command, { limitMs: STEP_LIMIT_MS });
  const [version] = (await must('ls /etc/postgresql')).trim().split('\n');
  const [data, wasl] = [`/var/lib/postgresql/${version}`, '/var/lib/wasl'];
  const began = performance.now();
  await must("systemctl stop wasl.target 'wasl-api@*' wasl-worker wasl-backup-follow");
  const restored = await must(
    `wasl restore --at latest --into ${data}/restored --uploads ${wasl}/restored-uploads`,
  );
  expect(restored).to.include('pictures are in').and.include('0 were not in the backups');
  const steps = [
    `systemctl stop postgresql@${version}-main`,
    `mv ${data}/main ${data}/main.before`,
    `mv ${data}/restored ${data}/main`,
    `mv ${wasl}/uploads ${wasl}/uploads.before`,
    `mv ${wasl}/restored-uploads ${wasl}/uploads`,
    `chown -R wasl:www-data ${wasl}/uploads`,
    `chmod 2750 ${wasl}/uploads`,
    `systemctl start postgresql@${version}-main`,
    'wasl restore --clear-redis',
    ...['ledger', 'stock', 'projections'].map((check) => `wasl ${check}-check`),
    'systemctl start wasl-worker',
    'systemctl start wasl.target',
  ];
  for (const step of steps) await must(step);
  return Math.round((performance.now() - began) / 1_000);
}
