import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import express from 'express';
import { listFiles } from '../../../scripts/consoles/list-files.ts';
import { consoles } from '../../../server/consoles/consoles.ts';
import { toWaslError } from '../../../server/kernel/http/problem.ts';
import { type Config, loadConfig } from '../../../server/kernel/process/config.ts';
import { testEnvironment } from '../../support/service.ts';

const SCRIPT = `console.log(${JSON.stringify('وصل '.repeat(2_000))});`;
const PAGE =
  '<!doctype html><title>Dispatch</title><script type="module" src="/dispatch/assets/main-1a2b.js"></script>';

interface Got {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

describe('the files of a console', () => {
  // Below a folder that begins with a dot, as in ~/.local/src: it must not be treated as a hidden file.
  const folder = mkdtempSync(path.join(tmpdir(), '.wasl-consoles-'));
  let server: Server;
  let port: number;

  before(async () => {
    const built = path.join(folder, 'dispatch');
    mkdirSync(path.join(built, 'assets'), { recursive: true });
    writeFileSync(path.join(built, 'index.html'), PAGE);
    writeFileSync(path.join(built, 'assets', 'main-1a2b.js'), SCRIPT);
    await listFiles(built, path.join(folder, 'dispatch.files.json'));
    for (const page of ['en', 'en/buy/pay', 'en/404', 'ar', 'ar/buy/pay']) {
      mkdirSync(path.join(folder, 'docs', page), { recursive: true });
      writeFileSync(path.join(folder, 'docs', page, 'index.html'), `<title>${page}</title>`);
    }
    await listFiles(path.join(folder, 'docs'), path.join(folder, 'docs.files.json'));
    writeFileSync(path.join(folder, 'secret.txt'), 'not for anybody');
    const environment = testEnvironment('postgresql://unused', {
      DISPATCH_HOST: 'dispatch.example.qa',
      DOCS_HOST: 'docs.example.qa',
      MAP_STYLE_URL: 'https://maps.example.com/style.json',
      MAP_ORIGINS: 'https://tiles.example.com',
    });
    const config: Config = { ...loadConfig(environment), consolesDir: folder };
    const app = express();
    app.use(consoles(config, async () => []));
    app.use(((error, _req, res, _next) => {
      res.status(toWaslError(error).status).end();
    }) as express.ErrorRequestHandler);
    app.use((_req, res) => void res.status(404).end());
    server = createServer(app).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    port = (server.address() as AddressInfo).port;
  });
  after(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  /** The response as sent: fetch would decompress, follow redirects and normalize paths. */
  const get = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Got>((resolve, reject) => {
      const outgoing = request({ host: '127.0.0.1', port, path: target, method, headers }, (res) => {
        const parts: Buffer[] = [];
        res.on('data', (part: Buffer) => parts.push(part));
        res.on('end', () =>
          resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(parts) }),
        );
      });
      outgoing.on('error', reject).end();
    });

  it('come compressed in the encoding that the browser prefers', async () => {
    const asset = '/dispatch/assets/main-1a2b.js';
    const brotli = await get(asset, { 'Accept-Encoding': 'gzip, br' });
    expect(brotli.headers['content-encoding']).to.equal('br');
    expect(brotliDecompressSync(brotli.body).toString()).to.equal(SCRIPT);
    const gzip = await get(asset, { 'Accept-Encoding': 'gzip' });
    expect(gunzipSync(gzip.body).toString()).to.equal(SCRIPT);
    const plain = await get(asset);
    expect(plain.headers).to.not.have.property('content-encoding');
    expect(plain.body.toString()).to.equal(SCRIPT);
    expect(brotli.headers.vary).to.equal('Accept-Encoding');
    expect(new Set([brotli, gzip, plain].map(({ headers }) => headers.etag)).size).to.equal(3);
  });

  it('are cached for ever when their names contain a hash of their content, and revalidated otherwise', async () => {
    const asset = await get('/dispatch/assets/main-1a2b.js');
    expect(asset.headers['cache-control']).to.equal('public, max-age=31536000, immutable');
    const page = await get('/dispatch/');
    expect(page.headers['cache-control']).to.equal('no-cache');
    const known = await get('/dispatch/', { 'If-None-Match': `W/"x", ${page.headers.etag}` });
    expect([known.status, known.body.length, known.headers.etag]).to.deep.equal([304, 0, page.headers.etag]);
    const head = await get('/dispatch/', {}, 'HEAD');
    expect([head.status, head.body.length, head.headers['content-length']]).to.deep.equal([
      200,
      0,
      String(PAGE.length),
    ]);
  });

  it('are the page for every route of the console, and 404 for a file that does not exist', async () => {
    for (const place of [
      '/dispatch/',
      '/dispatch/tasks',
      '/dispatch/tasks/019c?x=1',
      '/dispatch/cash/drivers/1',
    ]) {
      const { status, body, headers } = await get(place);
      expect([status, body.toString(), headers['content-type']], place).to.deep.equal([
        200,
        PAGE,
        'text/html; charset=utf-8',
      ]);
    }
    for (const missing of [
      '/dispatch/assets/main-0000.js',
      '/dispatch/favicon.ico',
      '/dispatch/../secret.txt',
      '/dispatch/%2e%2e%2fsecret.txt',
      '/dispatch/index.html.br',
    ]) {
      expect((await get(missing)).status, missing).to.equal(404);
    }
    const bare = await get('/dispatch?at=now');
    expect([bare.status, bare.headers.location]).to.deep.equal([308, '/dispatch/?at=now']);
  });

  it('have a policy that allows nothing inline, and allows the chosen map', async () => {
    const { headers } = await get('/dispatch/');
    const policy = String(headers['content-security-policy']);
    expect(policy).to.not.match(/unsafe|\*/);
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "worker-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]) {
      expect(policy.split(';')).to.include(part);
    }
    expect(policy).to.include("connect-src 'self' https://maps.example.com https://tiles.example.com");
    expect(headers['x-content-type-options']).to.equal('nosniff');
    expect(headers['permissions-policy']).to.include('geolocation=()').and.include('camera=()');
  });

  it('tell a page what it may know before anyone signs in', async () => {
    const { body, headers } = await get('/dispatch/settings.json');
    const { version, ...rest } = JSON.parse(body.toString()) as { version: string };
    expect(version).to.have.length(22);
    expect(rest).to.deep.equal({
      demo: false,
      demoAccounts: [],
      mapStyleUrl: 'https://maps.example.com/style.json',
      streetRoutes: false,
      passwordMinLength: 10,
    });
    expect(headers['cache-control']).to.equal('no-cache');
  });

  it('are read-only, are missing before they are built, and are also served at the console’s own host', async () => {
    expect((await get('/dispatch/', {}, 'POST')).status).to.equal(405);
    expect((await get('/driver/')).status).to.equal(404);
    const root = await get('/', { Host: 'dispatch.example.qa' });
    expect([root.status, root.headers.location]).to.deep.equal([302, '/dispatch/']);
    expect((await get('/')).status).to.equal(404);
  });

  describe('of the guide', () => {
    const outcome = async (target: string, headers: Record<string, string> = {}) => {
      const { status, headers: got, body } = await get(target, headers);
      return [status, got.location ?? body.toString()];
    };

    it('lead from its root to the language of the browser', async () => {
      expect(await outcome('/guide', { 'Accept-Language': 'ar-QA,en;q=0.5' })).to.deep.equal([
        302,
        '/guide/ar/',
      ]);
      expect(await outcome('/guide/')).to.deep.equal([302, '/guide/en/']);
    });

    it('are folders, whose addresses end with a slash', async () => {
      expect(await outcome('/guide/en/')).to.deep.equal([200, '<title>en</title>']);
      expect(await outcome('/guide/en/buy/pay/')).to.deep.equal([200, '<title>en/buy/pay</title>']);
      expect(await outcome('/guide/en/buy/pay')).to.deep.equal([308, '/guide/en/buy/pay/']);
    });

    it('show their own page for an address that does not exist, and none for a file', async () => {
      expect(await outcome('/guide/en/nothing')).to.deep.equal([302, '/guide/en/404/']);
      expect(await outcome('/guide/en/404/')).to.deep.equal([404, '<title>en/404</title>']);
      expect((await get('/guide/assets/none.js')).status).to.equal(404);
      expect((await get('/guide/../secret.txt')).status).to.equal(404);
    });

    it('may load scripts and styles of their own host only, and use no device', async () => {
      const { headers } = await get('/guide/en/');
      expect(headers['content-security-policy'])
        .to.include("script-src 'self';")
        .and.include("style-src 'self';")
        .and.not.include('http');
      expect(headers['permissions-policy']).to.include('geolocation=()');
    });

    it('are at the root of a host of their own, where addresses below /guide lead there, too', async () => {
      const Host = 'docs.example.qa';
      expect(await outcome('/', { Host, 'Accept-Language': 'ar' })).to.deep.equal([302, '/ar/']);
      expect(await outcome('/en/buy/pay/', { Host })).to.deep.equal([200, '<title>en/buy/pay</title>']);
      expect(await outcome('/en/buy/pay', { Host })).to.deep.equal([308, '/en/buy/pay/']);
      expect(await outcome('/ar/nothing', { Host })).to.deep.equal([302, '/ar/404/']);
      expect(await outcome('/guide', { Host })).to.deep.equal([308, '/']);
      expect(await outcome('/guide/en/buy/pay/?q=x', { Host })).to.deep.equal([308, '/en/buy/pay/?q=x']);
      expect(await outcome('/guide//elsewhere.example/', { Host })).to.deep.equal([
        308,
        '/elsewhere.example/',
      ]);
      expect(await outcome('/guide/\\elsewhere.example/', { Host })).to.deep.equal([
        308,
        '/elsewhere.example/',
      ]);
    });

    it('say which address is theirs, and where the same page is in each language', async () => {
      const link = [
        '<https://docs.example.qa/ar/buy/pay/>; rel="canonical"',
        '<https://docs.example.qa/ar/buy/pay/>; rel="alternate"; hreflang="ar"',
        '<https://docs.example.qa/en/buy/pay/>; rel="alternate"; hreflang="en"',
        '<https://docs.example.qa/en/buy/pay/>; rel="alternate"; hreflang="x-default"',
      ].join(', ');
      for (const [target, Host] of [
        ['/guide/ar/buy/pay/', 'wasl.example.qa'],
        ['/ar/buy/pay/', 'docs.example.qa'],
      ] as const)
        expect((await get(target, { Host })).headers.link, target).to.equal(link);
      expect((await get('/guide/en/404/')).headers).to.not.have.property('link');
    });

    it('can only be read', async () => {
      const { status, headers } = await get('/guide/en/', {}, 'POST');
      expect([status, headers.allow]).to.deep.equal([405, 'GET, HEAD']);
    });
  });
});
