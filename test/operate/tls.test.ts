import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { expect } from 'chai';
import { projectRoot } from '../../db/root.ts';
import { freePort } from '../../scripts/embedded/ports.ts';
import { run } from '../../scripts/embedded/run.ts';
import { pinOf } from '../../scripts/tls/pins.ts';
import { Nginx, openssl } from './nginx.ts';

const HOST = 'shop.example.qa';
const P256 = ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'];
/** What an issuer does with the request in $CSR: signs it for some days, and adds its own certificate. */
const issuedFor = (folder: string, days: number, ca = 'ca') =>
  `openssl x509 -req -in "$CSR" -copy_extensions copy -CA ${folder}/${ca}.pem -CAkey ${folder}/${ca}.key -days ${days} -out "$CHAIN" && cat ${folder}/${ca}.pem >> "$CHAIN"`;

describe('TLS keys that stay', function () {
  this.timeout(120_000);
  let folder: string;
  let keys: string;
  let spares: string;
  let port: number;
  let nginx: Nginx;
  let pins: string[];

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'wasl-operate-tls-'));
    [keys, spares] = [path.join(folder, 'keys'), path.join(folder, 'spares')];
    for (const ca of ['ca', 'other-ca']) await makeCa(ca);
    port = await freePort();
  });
  after(async () => {
    await nginx?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function makeCa(name: string): Promise<void> {
    const subject = ['-subj', `/CN=Wasl test authority ${name}`, '-days', '30'];
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', `${name}.key`];
    await openssl(folder, 'req', '-x509', ...key, ...subject, '-out', `${name}.pem`);
  }

  /** Runs a script as `npm run` does. */
  async function script(name: string, ...args: string[]) {
    const file = path.join(projectRoot, 'scripts', `${name}.ts`);
    const options = { limitMs: 60_000, cwd: projectRoot };
    const { ok, output } = await run(process.execPath, ['--import', 'tsx', file, ...args], options);
    return { ok, output };
  }
  const renew = (...args: string[]) => script('tls-renew', '--dir', keys, '--host', HOST, ...args);
  const chain = () => readFileSync(path.join(keys, 'fullchain.pem'), 'utf8');
  const live = () => new X509Certificate(chain());

  /** One request of a client that trusts the authority, and of it only these keys. */
  function fetchPinned(accepted: readonly string[], agent?: Agent): Promise<string> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          ...{ host: '127.0.0.1', port, path: '/ready', servername: HOST, timeout: 10_000 },
          ca: readFileSync(path.join(folder, 'ca.pem')),
          checkServerIdentity: (host: string, certificate: PeerCertificate) => {
            const wrong = checkServerIdentity(host, certificate);
            if (wrong !== undefined) return wrong;
            const pin = pinOf(new X509Certificate(certificate.raw).publicKey);
            return accepted.includes(pin) ? undefined : new Error(`pin ${pin}`);
          },
          ...(agent === undefined ? { agent: false } : { agent }),
        },
        (answer) => {
          answer.setEncoding('utf8').on('data', resolve).on('error', reject);
        },
      );
      sent.on('timeout', () => sent.destroy(new Error('timeout')));
      // A server may close a connection that waits for its next request at any moment; clients then send it again.
      sent.on('error', (error) => {
        if (sent.reusedSocket) fetchPinned(accepted, agent).then(resolve, reject);
        else reject(error);
      });
      sent.end();
    });
  }
  const refusal = (accepted: readonly string[]) =>
    fetchPinned(accepted).then(
      () => 'accepted',
      (error: Error) => error.message,
    );

  it('are made once, apart from each other, and readable by their owner alone', async () => {
    const same = await script('tls-keys', '--dir', keys, '--spare-dir', keys);
    expect(same)
      .to.deep.include({ ok: false })
      .and.to.have.property('output')
      .that.includes('another folder');
    const made = await script('tls-keys', '--dir', keys, '--spare-dir', spares);
    expect(made.ok, made.output).to.equal(true);
    pins = [...made.output.matchAll(/^(?:live|spare)\s+(\S{44})$/gm)].map(([, pin = '']) => pin);
    expect(new Set(pins)).to.have.property('size', 2);
    for (const file of [path.join(keys, 'live.key'), path.join(spares, 'spare.key')])
      expect(statSync(file).mode & 0o777).to.equal(0o600);
    const again = await script('tls-keys', '--dir', keys, '--spare-dir', spares);
    expect(again).to.deep.include({ ok: false }).and.to.have.property('output').that.includes('exists');
  });

  it('get a certificate, which nginx serves by TLS 1.3 alone; its pin is that of the key', async () => {
    const first = await renew('--issue', issuedFor(folder, 10));
    expect(first.ok, first.output).to.equal(true);
    nginx = await Nginx.start(
      path.join(folder, 'nginx'),
      `listen 127.0.0.1:${port} ssl;
    server_name ${HOST};
    ssl_certificate ${keys}/fullchain.pem;
    ssl_certificate_key ${keys}/live.key;
    ssl_protocols TLSv1.3;
    location = /ready { return 200 "ready"; }`,
      () =>
        fetchPinned(pins).then(
          () => true,
          () => false,
        ),
    );
    const printed = await script(
      'tls-pin',
      `127.0.0.1:${port}`,
      path.join(keys, 'live.key'),
      path.join(keys, 'fullchain.pem'),
    );
    expect(
      printed.output
        .split('\n')
        .filter(Boolean)
        .map((line) => line.slice(0, 44)),
    ).to.deep.equal([pins[0], pins[0], pins[0]]);
  });

  it('stay over a renewal, in which clients lose no request', async () => {
    const before = live();
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    let isOver = false;
    let answered = 0;
    const clients = [agent, agent, undefined, undefined].map(async (each) => {
      while (!isOver) {
        expect(await fetchPinned(pins, each)).to.equal('ready');
        answered += 1;
      }
    });
    const address = ['--serves', `127.0.0.1:${port}`, '--reload', nginx.reloadCommand];
    const done = await renew('--issue', issuedFor(folder, 90), ...address);
    isOver = true;
    await Promise.all(clients);
    agent.destroy();
    expect(done.ok, done.output).to.equal(true);
    expect(answered).to.be.greaterThan(20);
    expect(live().serialNumber).not.to.equal(before.serialNumber);
    expect(await fetchPinned([pins[0] ?? ''])).to.equal('ready');
  });

  it('are not renewed before it is time', async () => {
    const before = chain();
    const done = await renew('--issue', 'exit 1');
    expect(done).to.deep.include({ ok: true });
    expect(done.output).to.include('89 more days');
    expect(chain()).to.equal(before);
  });

  it('get another certificate at once when the present one lacks a host or is for another key', async () => {
    const added = ['--host', 'docs.example.qa'];
    const done = await renew(...added, '--issue', issuedFor(folder, 90));
    expect(done.ok, done.output).to.equal(true);
    expect(done.output).to.include('not for docs.example.qa');
    expect(live().checkHost('docs.example.qa')).to.equal('docs.example.qa');
    const waits = await renew(...added, '--issue', 'exit 1');
    expect(waits.output).to.include('89 more days');

    const other = path.join(folder, 'restored');
    mkdirSync(other);
    writeFileSync(path.join(other, 'fullchain.pem'), chain());
    await openssl(other, 'genpkey', ...P256, '-out', 'live.key');
    const restored = ['--dir', other, '--host', HOST, '--issue', issuedFor(folder, 90)];
    const again = await script('tls-renew', ...restored);
    expect(again.ok, again.output).to.equal(true);
    expect(again.output).to.include('not for the live key');
  });

  it('refuse what would lock people out, and keep the present certificate', async () => {
    const before = chain();
    const other = path.join(folder, 'other');
    mkdirSync(other);
    await openssl(other, 'genpkey', ...P256, '-out', 'key');
    const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
    await openssl(other, 'req', '-new', '-key', 'key', ...subject, '-out', 'csr');
    await openssl(
      other,
      'req',
      '-new',
      '-key',
      path.join(keys, 'live.key'),
      '-subj',
      '/CN=x',
      '-addext',
      'subjectAltName=DNS:other.example.qa',
      '-out',
      'name',
    );
    const sign = (csr: string, ...more: string[]) =>
      [`CSR=${other}/${csr};`, issuedFor(folder, 30), ...more].join(' ');
    const cases: [string, string][] = [
      ['another key', sign('csr')],
      ['not for shop.example.qa', sign('name')],
      ['which is not now', issuedFor(folder, 30).replace('-days 30', '-days -1')],
      [
        'is not followed by its issuer',
        `${issuedFor(folder, 30).split(' && ')[0]} && cat ${folder}/other-ca.pem >> "$CHAIN"`,
      ],
      ['no certificate in PEM', 'echo nothing > "$CHAIN"'],
      ['left no certificate', 'echo the authority is away; exit 3'],
    ];
    for (const [words, issue] of cases) {
      const done = await renew('--within', '0', '--issue', issue);
      expect(done.ok, words).to.equal(false);
      expect(done.output).to.include(words);
      expect(chain(), words).to.equal(before);
    }
  });

  it('are refused by clients when they are others, also of the same authority; the spare is accepted', async () => {
    expect(await refusal([pins[1] ?? ''])).to.match(/^pin /);
    const spare = path.join(spares, 'spare.key');
    const address = ['--serves', `127.0.0.1:${port}`, '--reload', nginx.reloadCommand];
    const done = await renew('--spare', spare, '--issue', issuedFor(folder, 90), ...address);
    expect(done.ok, done.output).to.equal(true);
    expect(await fetchPinned(pins)).to.equal('ready');
    expect(await refusal([pins[0] ?? ''])).to.equal(`pin ${pins[1]}`);
    expect(existsSync(path.join(keys, 'live.former.key'))).to.equal(true);
  });

  it('refuse names that would change the request', async () => {
    writeFileSync(path.join(folder, 'untouched'), '');
    const done = await script('tls-renew', '--dir', keys, '--host', `${HOST}\nx = y`, '--issue', 'exit 1');
    expect(done)
      .to.deep.include({ ok: false })
      .and.to.have.property('output')
      .that.includes('not the name of a host');
  });
});
