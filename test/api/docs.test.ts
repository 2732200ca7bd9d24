import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import express from 'express';
import { docs } from '../../server/kernel/http/docs.ts';
import { shownDocument } from '../../server/kernel/http/docs-document.ts';
import { docsPage } from '../../server/kernel/http/docs-page.ts';
import { readContract } from '../support/contract.ts';
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
    expect(scripts.length).to.equal(3);
    for (const [, inline = ''] of scripts) expect(inline.trim()).to.equal('');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).to.include("default-src 'self'");
    expect(policy).not.to.match(/script-src[^;]*unsafe/);
  });

  it('serves the script that keeps its user signed in', async () => {
    const { response, text } = await page('/docs/session.js');
    expect(response.headers.get('content-type')).to.match(/javascript/);
    expect(text).to.include('DocsSession');
  });

  it('serves that script from a folder whose name begins with a dot, too', async () => {
    const folder = path.join(mkdtempSync(path.join(tmpdir(), '.wasl-docs-')), '.local');
    mkdirSync(folder);
    const script = path.join(folder, 'session.js');
    writeFileSync(script, 'console.log("session");');
    const app = express().use(
      '/docs',
      docs({
        document: () => ({ openapi: '3.0.3', info: { title: 'Wasl', version: '1' }, paths: {} }),
        demo: [],
        files: { 'page.js': script },
      }),
    );
    const server = app.listen(0, '127.0.0.1');
    try {
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const response = await fetch(`http://127.0.0.1:${port}/docs/page.js`);
      expect([response.status, await response.text()]).to.deep.equal([200, 'console.log("session");']);
    } finally {
      server.close();
      rmSync(path.dirname(folder), { recursive: true });
    }
  });

  it('leaves optional parameters empty: an example cursor or Idempotency-Key would spoil the request', async () => {
    const { text } = await page('/docs/document.json');
    const swaggerDoc = JSON.parse(text) as ShownDocument;
    const { parameters } = swaggerDoc.components;
    const operations = Object.values(swaggerDoc.paths).flatMap((item) => Object.values(item));
    const inline = operations.flatMap((operation) => operation.parameters ?? []);
    const shown = [...Object.values(parameters), ...inline.flatMap((each) => ('$ref' in each ? [] : [each]))];
    const filled = shown.filter(({ required, example }) => required !== true && example !== undefined);
    expect(filled.map(({ name }) => name)).to.deep.equal(['If-Match']);
    expect(parameters.AccountPath?.example, 'required ones have an example').to.be.a('string');
  });

  it('groups operations by who calls them, administrators first, and names the callers of each', async () => {
    const { text } = await page('/docs/document.json');
    const { tags, paths } = JSON.parse(text) as {
      tags: { name: string; 'x-audience': string }[];
      paths: Record<string, Record<string, { tags: string[]; description: string }>>;
    };
    const audiences = [...new Set(tags.map((tag) => tag['x-audience']))];
    expect(audiences).to.deep.equal([
      'Signing in',
      'Administrators',
      'Dispatchers',
      'Sellers',
      'Drivers',
      'Buyers',
      'Everybody',
    ]);
    expect(paths['/admin/audit-log']?.get?.tags).to.deep.equal(['Administrators · Audit log']);
    const names = new Set(tags.map(({ name }) => name));
    for (const item of Object.values(paths))
      for (const operation of Object.values(item)) {
        expect(names).to.include(operation.tags[0]);
        expect(operation.description).to.include('**Who may call it:**').and.include('**Rate limit:**');
      }
  });

  it('describes the live channel, and every event that is sent to a room', async () => {
    const { text } = await page('/docs/');
    for (const event of ['order.updated', 'task.offered', 'notification.created', 'zone.updated'])
      expect(text).to.include(`<code>${event}</code>`);
    expect((await page('/docs/asyncapi.yaml')).text).to.match(/^asyncapi: 3/);
  });

  it("offers the demo's people in demo mode only", async () => {
    expect((await page('/docs/')).text).to.not.include('demo.wasl.example');
    expect((await page('/docs/document.json')).text).to.not.include('demo.wasl.example');
    const people = [{ role: 'administrator', email: 'admin@demo.wasl.example', password: 'wasl-demo-admin' }];
    const { document } = readContract();
    const shown = shownDocument(document, people) as unknown as {
      paths: { '/auth/login': { post: { requestBody: { content: Record<string, { examples: object }> } } } };
    };
    const { content } = shown.paths['/auth/login'].post.requestBody;
    expect(content['application/json']?.examples).to.have.nested.property(
      'administrator.value.email',
      'admin@demo.wasl.example',
    );
    expect(docsPage({ demo: people, events: [], conventions: '' })).to.include(
      'data-email="admin@demo.wasl.example"',
    );
  });
});
