import { X509Certificate } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PeerCertificate, TLSSocket } from 'node:tls';
import { expect } from 'chai';
import { freePort } from '../../scripts/embedded/ports.ts';
import { run } from '../../scripts/embedded/run.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { Nginx } from '../operate/nginx.ts';
import { Certificates } from './certificates.ts';
import { compileTestPhone, HOST, TestPhone, whyNoPhone } from './test-phone.ts';

/** Answers in a row from the new certificate: a former worker of nginx may take a connection while it is being ended. */
const SETTLED = 10;

describe('the keys that phone apps accept', function () {
  this.timeout(120_000);
  let folder: string;
  let certificates: Certificates;
  let nginx: Nginx;
  let port: number;
  let phone: TestPhone;

  before(async function () {
    const why = await whyNoPhone();
    if (why !== null) {
      process.stdout.write(`      skipped: ${why}\n`);
      this.skip();
    }
    folder = mkdtempSync(path.join(tmpdir(), 'wasl-pins-'));
    certificates = new Certificates(folder);
    await makeCertificates();
    port = await freePort();
    mkdirSync(path.join(folder, 'nginx'));
    use('first', 'live');
    nginx = await Nginx.start(
      path.join(folder, 'nginx'),
      `listen 127.0.0.1:${port} ssl;
    ssl_certificate ${folder}/served.chain;
    ssl_certificate_key ${folder}/served.key;
    ssl_protocols TLSv1.3;
    location = /api/v1/ready { return 200 "{}"; }
    location = /api/v1/elsewhere { return 302 https://other.example.qa/; }`,
      async () => (await shown()) !== null,
    );
    phone = new TestPhone(await compileTestPhone(folder), folder);
  });
  after(async () => {
    await phone?.kill();
    await nginx?.stop();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  async function makeCertificates(): Promise<void> {
    await certificates.authority('ca', 'Wasl authority');
    await certificates.authority('same-name', 'Wasl authority');
    await certificates.authority('other-ca', 'Another authority');
    for (const key of ['live', 'spare', 'other']) await certificates.key(key);
    const of = (key: string, by = 'ca', host = HOST) => ({ key, by, host });
    await certificates.certify('first', of('live'));
    await certificates.certify('renewed', { ...of('live'), days: 20 });
    await certificates.certify('of-spare', of('spare'));
    await certificates.certify('of-other', of('other'));
    // Its key is another; what is pinned is only sent along.
    await certificates.certify('smuggled', { ...of('other'), more: ['first'] });
    await certificates.certify('expired', { ...of('live'), days: -1 });
    await certificates.certify('by-same-name', of('live', 'same-name'));
    await certificates.certify('by-other', of('live', 'other-ca'));
    await certificates.certify('for-other-host', of('live', 'ca', 'other.example.qa'));
  }

  function use(name: string, key: string): void {
    copyFileSync(certificates.file(`${name}.chain`), certificates.file('served.chain'));
    copyFileSync(certificates.file(`${key}.key`), certificates.file('served.key'));
  }

  /** Serial number of the certificate that nginx shows to somebody who trusts everybody; null without an answer. */
  function shown(): Promise<string | null> {
    return new Promise((resolve) => {
      const options = {
        host: '127.0.0.1',
        port,
        servername: HOST,
        rejectUnauthorized: false,
        agent: false,
        timeout: 5_000,
      };
      const sent = request(options, (answer) => {
        const socket = answer.socket as TLSSocket;
        const { serialNumber } = socket.getPeerCertificate() as PeerCertificate;
        answer.resume();
        resolve(serialNumber);
      });
      sent.on('timeout', () => sent.destroy());
      sent.on('error', () => resolve(null));
      sent.end();
    });
  }

  async function serve(name: string, key: string): Promise<void> {
    use(name, key);
    const done = await run('sh', ['-c', nginx.reloadCommand], { limitMs: 10_000 });
    expect(done.ok, done.output).to.equal(true);
    const { serialNumber } = new X509Certificate(readFileSync(certificates.file(`${name}.pem`)));
    let inARow = 0;
    const isServed = async () => {
      inARow = (await shown()) === serialNumber ? inARow + 1 : 0;
      return inARow >= SETTLED;
    };
    await until(isServed, { limitMs: 10_000, everyMs: 10 });
  }

  /** What an app does that was built for the live key, its spare and this authority. */
  async function connect(host = HOST): Promise<{ status?: number; error?: string }> {
    const [live, spare] = [certificates.pin('live'), certificates.pin('spare')];
    await phone.ask('connect', `https://${host}:${port}/api/v1`, certificates.file('ca.pem'), live, spare);
    return phone.ask('get', '/ready');
  }

  for (const [what, name, key] of [
    ['the first certificate', 'first', 'live'],
    ['a renewed certificate for the same key', 'renewed', 'live'],
    ['a certificate for the spare key', 'of-spare', 'spare'],
  ] as const)
    it(`accept ${what}`, async () => {
      await serve(name, key);
      expect(await connect()).to.deep.equal({ status: 200 });
    });

  for (const [what, name, key, reason] of [
    ['another key, certified by the same authority', 'of-other', 'other', /not pinned/],
    ['another key that sends the pinned certificate along', 'smuggled', 'other', /not pinned/],
    ['an expired certificate for the live key', 'expired', 'live', /expired|NotAfter|validity/i],
    ['the live key, certified by an authority of the same name', 'by-same-name', 'live', /path|signature/i],
    ['the live key, certified by another authority', 'by-other', 'live', /path/i],
    [
      "the live key, certified for another host's name",
      'for-other-host',
      'live',
      /other.example.qa|HTTPS hostname|No subject alternative/i,
    ],
  ] as const)
    it(`refuse ${what}`, async () => {
      await serve(name, key);
      const { error, status } = await connect();
      expect(status).to.equal(undefined);
      expect(error).to.match(reason);
    });

  it('are needed on a connection without a name, too', async () => {
    await serve('first', 'live');
    expect((await connect('127.0.0.1')).status).to.equal(undefined);
    expect(await connect()).to.deep.equal({ status: 200 });
  });

  it('do not follow a redirect to elsewhere', async () => {
    await serve('first', 'live');
    await connect();
    expect(await phone.ask('get', '/elsewhere', `dt_${'x'.repeat(43)}`)).to.deep.equal({ status: 302 });
  });

  it('must be given: an app without pins or authorities does not start', async () => {
    const base = `https://${HOST}:${port}/api/v1`;
    const live = certificates.pin('live');
    const bad = await phone.ask('connect', base, certificates.file('ca.pem'), live, 'bm90IGEgcGlu');
    expect(bad.error).to.include('not a pin');
    expect((await phone.ask('connect', base, '/dev/null', live, live)).error).to.include('no authority');
    const plain = await phone.ask('connect', `http://${HOST}`, certificates.file('ca.pem'), live, live);
    expect(plain.error).to.include('not https');
  });
});
