import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import express from 'express';
import { docs } from '../../server/kernel/http/docs.ts';
import { startService, type TestService } from '../support/service.ts';

interface ShownParameter {
  name: string;
  required?: boolean;
  example?: unknown;
}

interface ShownDocument {
  paths: Record<
    string,
    Record<string, { operationId: string; parameters?: (ShownParameter | { $ref: string })[] }>
  >;
  components: { parameters: Record<string, ShownParameter> };
}

describe('/docs', () => {
  let service: TestService;

  before(async () => {
    service = await startService({ catalogue: false });
  });
  after(() => service.stop());

  const page = async (path: string) => {
    const response = await fetch(service.url + path);
    return { response, text: await response.text() };
  };

  it('runs no inline script, and its policy allows none', async () => {
    const { response, text } = await page('/docs/');
    expect(response.status).to.equal(200);
    const scripts = [...text.matchAll(/<script\b[^>]*>([^<]*)<\/script>/g)];
    expect(scripts.length).to.be.greaterThan(3);
    for (const [, inline = ''] of scripts) expect(inline.trim()).to.equal('');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).to.include("default-src 'self'");
    expect(policy).not.to.match(/script-src[^;]*unsafe/);
  });

  it('serves the script that keeps a sign-in alive', async () => {
    const { response, text } = await page('/docs/session.js');
    expect(response.headers.get('content-type')).to.match(/javascript/);
    expect(text).to.include('requestInterceptor');
  });

  it('serves that script from below a folder whose name begins with a dot, too', async () => {
    const folder = path.join(mkdtempSync(path.join(tmpdir(), '.wasl-docs-')), '.local');
    mkdirSync(folder);
    const script = path.join(folder, 'session.js');
    writeFileSync(script, 'console.log("session");');
    const app = express().use(
      '/docs',
      docs(() => ({ openapi: '3.0.3', info: { title: 'Wasl', version: '1' }, paths: {} }), script),
    );
    const server = app.listen(0, '127.0.0.1');
    try {
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const response = await fetch(`http://127.0.0.1:${port}/docs/session.js`);
      expect([response.status, await response.text()]).to.deep.equal([200, 'console.log("session");']);
    } finally {
      server.close();
      rmSync(path.dirname(folder), { recursive: true });
    }
  });

  it('leaves optional parameters empty: an example cursor or Idempotency-Key would spoil the call', async () => {
    const { text } = await page('/docs/swagger-ui-init.js');
    const options = /var options = ({[\s\S]*?\n});/.exec(text)?.[1] ?? '';
    const { swaggerDoc } = JSON.parse(options) as { swaggerDoc: ShownDocument };
    const { parameters } = swaggerDoc.components;
    const operations = Object.values(swaggerDoc.paths).flatMap((item) => Object.values(item));
    const inline = operations.flatMap((operation) => operation.parameters ?? []);
    const shown = [...Object.values(parameters), ...inline.flatMap((each) => ('$ref' in each ? [] : [each]))];
    const filled = shown.filter(({ required, example }) => required !== true && example !== undefined);
    expect(filled.map(({ name }) => name)).to.deep.equal(['If-Match']);
    expect(parameters.AccountPath?.example, 'needed ones keep theirs').to.be.a('string');
  });
});
