import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '../../db/database.ts';
import { projectRoot } from '../../db/root.ts';
import type { Reported } from '../../scripts/doctor/finding.ts';
import { hiding, runChecks } from '../../scripts/doctor/run-checks.ts';
import { checkCertificates } from '../../scripts/doctor/web.ts';
import { freePort } from '../../scripts/embedded/ports.ts';
import { run } from '../../scripts/embedded/run.ts';
import { startService, type TestService, testEnvironment } from '../support/service.ts';
import { openssl } from './nginx.ts';

const RANDOM = {
  APP_SECRET: 'hV3kPq8ZtR1wYs6LmB9cXe2NfGd5JuA7oi',
  JWT_SECRET: '9sKd0QwErTy7UiOpAsDfGh2JkLzXcVbNm4',
};

describe('npm run doctor', function () {
  this.timeout(120_000);
  let folder: string;
  let service: TestService;
  let environment: Record<string, string>;

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'wasl-doctor-'));
    service = await startService({ catalogue: false });
    environment = { ...testEnvironment(service.databaseUrl), ...RANDOM, UPLOADS_DIR: folder };
  });
  after(async () => {
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs it as a person does. Null settings: only the environment. */
  async function doctor(changes: Record<string, string> = {}, ...args: string[]) {
    const port = new URL(service.url).port;
    const script = path.join(projectRoot, 'scripts', 'doctor.ts');
    const all = [
      '--import',
      'tsx',
      script,
      '--json',
      '--ports',
      port,
      '--tls',
      path.join(folder, 'none'),
      ...args,
    ];
    const done = await run(process.execPath, all, {
      ...{ limitMs: 60_000, cwd: projectRoot },
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment, ...changes },
    });
    const { findings } = JSON.parse(done.output) as { findings: Reported[] };
    const says = (level: string, words: string) =>
      findings.find((each) => each.level === level && `${each.check}: ${each.says}`.includes(words));
    return { ...done, findings, says };
  }

  it('finds no fault with an installation that works, and tells what it saw', async () => {
    const { findings, says, ok } = await doctor();
    const faults = findings.filter(({ level, check }) => level === 'error' && check !== 'disk');
    // Redis of the tests may be set up for tests.
    const others = faults.filter(({ check }) => check !== 'Redis');
    // No worker runs here, and it says so.
    expect(others.map(({ says: words }) => words.replace(/\d{4,}/, 'N'))).to.deep.equal([
      'the process on port N is ready; down: worker',
    ]);
    for (const words of [
      'every setting is valid',
      'PostgreSQL: PostgreSQL 1',
      'encoding UTF8',
      "this release's",
      'Redis: Redis ',
      'Node 2',
    ])
      expect(says('ok', words), words).not.to.equal(undefined);
    expect(findings.some(({ level }) => level === 'error')).to.equal(!ok);
    for (const { level, todo } of findings) if (level !== 'ok') expect(todo).to.match(/.{10,}/);
  });

  it('finds services that do not answer, without showing their passwords', async () => {
    const port = await freePort();
    const url = new URL(service.databaseUrl);
    url.password = 'wrong-pass%20word';
    const { findings, says, output, ok } = await doctor(
      { DATABASE_URL: url.href, REDIS_URL: `redis://:redis-pass@127.0.0.1:${port}` },
      ...['--ports', String(port)],
    );
    expect(ok).to.equal(false);
    for (const words of [
      'PostgreSQL cannot be reached',
      'Redis cannot be used',
      `no API process on port ${port}`,
    ])
      expect(says('error', words), words).not.to.equal(undefined);
    for (const secret of ['wrong-pass', 'redis-pass', RANDOM.APP_SECRET, RANDOM.JWT_SECRET])
      expect(output.includes(secret), secret).to.equal(false);
    expect(findings.length).to.be.greaterThan(8);
  });

  it('finds faults in the settings: invalid, unknown, guessable, readable by all', async () => {
    const file = path.join(folder, 'wasl.env');
    writeFileSync(file, 'LIMIT_BROWS_PER_MINUTE=5\nDATABASE_OWNER_URL=postgresql://o:owner-pass@h/d\n', {
      mode: 0o644,
    });
    const { says, output } = await doctor(
      {
        NODE_ENV: 'production',
        POOL_SIZE: 'many',
        APP_SECRET: 'a'.repeat(40),
        JWT_SECRET: 'a'.repeat(40),
        PUBLIC_ORIGIN: 'http://shop.example.qa',
      },
      ...['--settings', file],
    );
    for (const words of [
      'POOL_SIZE',
      'APP_SECRET can be guessed',
      'are the same',
      'can be read by everybody',
      'PUBLIC_ORIGIN is http:',
    ])
      expect(says('error', words), words).not.to.equal(undefined);
    expect(says('warning', 'LIMIT_BROWS_PER_MINUTE is no setting')).not.to.equal(undefined);
    expect(says('warning', 'DATABASE_OWNER_URL')).to.equal(undefined);
    expect(output).not.to.include('owner-pass');
  });

  it('finds too few connections, and that backups are missing where they are needed', async () => {
    const { says } = await doctor({
      NODE_ENV: 'production',
      API_PROCESSES: '100',
      TEST_REACHES_LOOPBACK: '0',
    });
    expect(says('error', 'max_connections')?.todo).to.include('at least');
    expect(says('error', 'the last backup: none')).not.to.equal(undefined);
    expect(says('error', "the service's role is a superuser")).not.to.equal(undefined);
  });

  it('finds a schema that is not of this release', async () => {
    const database = openDatabase(service.databaseUrl, { name: 'test', max: 1 });
    try {
      await database('knex_migrations').insert({
        name: '9999-of-the-future',
        batch: 99,
        migration_time: new Date(),
      });
      expect((await doctor()).says('error', '9999-of-the-future')).not.to.equal(undefined);
      await database('knex_migrations').where('name', '9999-of-the-future').delete();
      const [last] = await database('knex_migrations').where('name', '0058-schema-phases');
      await database('knex_migrations').where('id', last.id).delete();
      expect((await doctor()).says('error', `1 migrations are not applied: ${last.name}`)).not.to.equal(
        undefined,
      );
      await database('knex_migrations').insert(last);
    } finally {
      await database.destroy();
    }
  });

  it('finds a mail server that is none, and hosts without an address', async () => {
    const server: Server = createServer((socket) => socket.end('HTTP/1.1 400 No\r\n\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { says, output } = await doctor({
      ...{
        EMAIL_DRIVER: 'smtp',
        EMAIL_FROM: 'a@example.qa',
        SMTP_URL: `smtp://u:smtp-pass@127.0.0.1:${port}`,
      },
      PUBLIC_ORIGIN: 'https://no-such-host.invalid',
      DISPATCH_HOST: 'dispatch.no-such-host.invalid',
    });
    server.close();
    expect(says('error', 'is not a mail server')).not.to.equal(undefined);
    expect(says('error', 'dispatch.no-such-host.invalid has no address')).not.to.equal(undefined);
    expect(says('warning', 'www.no-such-host.invalid has no address')).not.to.equal(undefined);
    expect(output).not.to.include('smtp-pass');
  });

  it('finds a certificate that ends, is for another key or for too few hosts, and a spare beside it', async () => {
    const tls = mkdtempSync(path.join(folder, 'tls-'));
    const key = [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '20',
      '-subj',
      '/CN=shop.example.qa',
    ];
    const names = ['-addext', 'subjectAltName=DNS:shop.example.qa'];
    await openssl(tls, 'req', '-x509', ...key, ...names, '-keyout', 'live.key', '-out', 'fullchain.pem');
    const hosts = {
      PUBLIC_ORIGIN: 'https://shop.example.qa',
      SELLER_HOST: 'seller.example.qa',
      DOCS_HOST: 'docs.example.qa',
    };
    const levels = async (now?: Date) =>
      (await checkCertificates(tls, hosts, now)).map(({ level, says }) => `${level} ${says}`).join('\n');
    const first = await levels();
    expect(first)
      .to.match(/^ok pin \S{44}$/m)
      .and.to.match(/^warning the certificate is valid for 19 more/m);
    expect(first)
      .to.match(/^ok it is for the live key$/m)
      .and.to.match(/^error it does not name seller\.example\.qa, docs\.example\.qa$/m)
      .and.to.match(/^warning it does not name www\.shop\.example\.qa$/m);
    expect(await levels(new Date(Date.now() + 15 * 86_400_000))).to.match(
      /^error the certificate is valid for 4 more/m,
    );
    const all = ['-addext', 'subjectAltName=DNS:shop.example.qa,DNS:*.example.qa,DNS:www.shop.example.qa'];
    await openssl(tls, 'req', '-x509', ...key, ...all, '-keyout', 'live.key', '-out', 'fullchain.pem');
    expect(await levels())
      .to.match(/^ok it names every host$/m)
      .and.not.to.include('www.');
    await openssl(tls, 'req', '-x509', ...key, ...names, '-keyout', 'spare.key', '-out', 'fullchain.pem');
    const second = await levels();
    expect(second)
      .to.match(/^error it is not for the live key$/m)
      .and.to.match(/^error the spare key is beside/m);
  });

  it('waits for nothing longer than its limit, and survives a check that throws', async () => {
    const never = { name: 'hangs', run: () => new Promise<never>(() => undefined) };
    const throws = {
      name: 'throws',
      run: async () => {
        throw new Error('no route to redis://:hush-hush@h');
      },
    };
    const hide = hiding({ REDIS_URL: 'redis://:hush-hush@h' });
    const many = hiding({
      REDIS_URL: 'redis+sentinel://:one-secret@h:1,i:2/wasl?sentinel-password=two-secret',
    });
    expect(many('one-secret at h:1, two-secret')).to.equal('… at h:1, …');
    // It would wait for ever, and the test would end it.
    const found = await runChecks([never, throws], { timeoutMs: 100, hide });
    expect(found.map(({ check, level }) => `${check} ${level}`)).to.deep.equal([
      'hangs error',
      'throws error',
    ]);
    expect(found[1]?.says).to.equal('no route to redis://:…@h');
  });
});
