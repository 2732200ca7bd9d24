import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { z } from 'zod';
import { projectRoot } from '../../db/root.ts';
import { freePort } from '../../scripts/embedded/ports.ts';
import { fileLocations } from '../../scripts/operate/web/files.ts';
import { limitLines, limitsText } from '../../scripts/operate/web/limits.ts';
import { refusalLocations, refusalMaps } from '../../scripts/operate/web/refusals.ts';
import { PORT_BASE, upstreamsText } from '../../scripts/operate/web/upstreams.ts';
import { loadConfig } from '../../server/kernel/process/config.ts';
import { limitKeys, limitSettings } from '../../server/kernel/process/limit-config.ts';
import { readContract } from '../support/contract.ts';
import { testEnvironment } from '../support/service.ts';
import { Nginx } from './nginx.ts';

const SIGN_INS = 2;

/** The installed configuration of a real nginx, behind which no process answers. */
describe('what the web server answers by itself', function () {
  this.timeout(60_000);
  let folder: string;
  let nginx: Nginx;
  let address: string;

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'wasl-refusals-'));
    // nginx may run as a user who does not own it, and looks for pictures here.
    chmodSync(folder, 0o755);
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    const keys = z.object(limitKeys).parse({ LIMIT_SIGN_IN_PER_15_MINUTES: String(SIGN_INS) });
    const settings = limitSettings({ ...keys, DEMO: false });
    const environment = testEnvironment('postgresql://nobody@127.0.0.1/none', { UPLOADS_DIR: folder });
    const config = loadConfig(environment);
    const nobody = `127.0.0.1:${await freePort()}`;
    const http = [
      upstreamsText(1).replaceAll(`127.0.0.1:${PORT_BASE + 1}`, nobody),
      limitsText(settings, readContract().operations.values()),
      refusalMaps(settings.limits),
    ];
    const root = path.join(folder, 'nginx');
    mkdirSync(root);
    for (const name of ['proxy.conf', 'json.conf']) {
      const text = readFileSync(path.join(projectRoot, 'scripts', 'operate', 'nginx', name), 'utf8');
      writeFileSync(path.join(root, name), text.replaceAll('/etc/nginx/wasl/', `${root}/`));
    }
    const server = [
      `listen 127.0.0.1:${port};`,
      ...limitLines(settings.limits),
      ...refusalLocations(),
      ...fileLocations(config),
      `include ${root}/proxy.conf;`,
    ];
    const listens = () =>
      fetch(`${address}/metrics`).then(
        ({ status }) => status === 404,
        () => false,
      );
    nginx = await Nginx.start(root, server.join('\n'), listens, http.join('\n'));
  });
  after(async () => {
    await nginx?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function post(operation: string, headers: Record<string, string>) {
    const answer = await fetch(`${address}/api/v1${operation}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': 'ar', ...headers },
      body: '{}',
    });
    const text = await answer.text();
    return {
      status: answer.status,
      type: answer.headers.get('Content-Type')?.split(';')[0],
      wait: answer.headers.get('Retry-After'),
      code: text.startsWith('{') ? (JSON.parse(text) as { code: string }).code : text,
    };
  }

  it('is a problem when a picture is not on the disk and no process can be asked', async () => {
    const answer = await fetch(`${address}/uploads/p-${'a'.repeat(48)}.webp`);
    expect(answer.status).to.equal(503);
    expect(await answer.json()).to.include({ code: 'common.UNAVAILABLE' });
  });

  const kinds: [string, Record<string, string>][] = [
    ['without a key', {}],
    ['with an Idempotency-Key', { 'Idempotency-Key': 'a-key-of-a-phone' }],
  ];
  for (const [words, headers] of kinds) {
    it(`is a problem when no process answers a request ${words}`, async () => {
      const answer = await post('/cart/items', headers);
      expect(answer).to.deep.equal({
        ...{ status: 503, type: 'application/problem+json', wait: '2', code: 'common.UNAVAILABLE' },
      });
    });

    it(`is a problem when an address sends too many requests ${words}`, async () => {
      const found: Awaited<ReturnType<typeof post>>[] = [];
      for (let count = 0; count <= 2 * SIGN_INS + 1; count += 1)
        found.push(await post('/auth/login', headers));
      expect(found.at(-1)).to.deep.include({
        ...{ status: 429, type: 'application/problem+json', code: 'common.RATE_LIMITED' },
      });
    });
  }
});
