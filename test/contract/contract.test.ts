import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect } from 'chai';
import { OpenAPIBackend } from 'openapi-backend';
import { ERROR_STATUS } from '../../actors/errors.ts';
import { loadContract } from '../../server/kernel/http/contract.ts';
import { startService, type TestService } from '../support/service.ts';

interface Described {
  servers: { url: string }[];
  components: { schemas: Record<string, unknown> };
  paths: Record<string, Record<string, { operationId: string; description: string; responses: object }>>;
}

/** JSON pointers to every schema of the document: its components, and those of bodies, parameters and headers. */
function schemasOf(document: object): string[] {
  const found: string[] = [];
  const walk = (value: unknown, pointer: string, named: boolean) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, child] of Object.entries(value)) {
      if (key === 'example' || key === 'examples') continue;
      const place = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (named || key === 'schema') found.push(encodeURI(place));
      else walk(child, place, place === '/components/schemas');
    }
  };
  walk(document, '', false);
  return found;
}

describe('the contract', () => {
  let service: TestService;

  before(async () => {
    service = await startService({ catalogue: false });
  });

  after(() => service?.stop());

  it('is valid OpenAPI 3.0', async () => {
    const { document } = loadContract(service.inside.deps.config.openapiFile);
    const api = new OpenAPIBackend({ definition: document, strict: true, quick: true });
    await api.init();
    await api.loadDocument();
    api.validateDefinition();
    expect(api.router.getOperations()).to.have.length.greaterThan(100);
  });

  // With references kept, each schema is compiled once; expanded at every place it takes minutes.
  it('has no schema that does not compile', function () {
    this.timeout(60_000);
    const { document } = loadContract(service.inside.deps.config.openapiFile);
    const ajv = new Ajv({ strict: false, inlineRefs: false });
    addFormats.default(ajv);
    ajv.addSchema(document, 'contract');
    const wrong = schemasOf(document).flatMap((pointer) => {
      try {
        return typeof ajv.getSchema(`contract#${pointer}`) === 'function' ? [] : [pointer];
      } catch (error) {
        return [`${pointer}: ${String(error)}`];
      }
    });
    expect(wrong).to.deep.equal([]);
    expect(schemasOf(document)).to.have.length.greaterThan(500);
  });

  it('is served with references kept, each operation stating who may call it and its limit', async () => {
    const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Described;
    expect(document.servers).to.deep.equal([{ url: '/api/v1' }]);
    expect(JSON.stringify(document.paths)).to.contain('"$ref"');
    for (const item of Object.values(document.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        if (!['get', 'put', 'post', 'patch', 'delete'].includes(method)) continue;
        expect(operation.description, operation.operationId).to.match(/\*\*Who may call it:\*\* .+/);
        expect(operation.description, operation.operationId).to.match(
          /\*\*Rate limit:\*\* \d+ per (minute|15 minutes) and address/,
        );
        // Even a public one refuses an administrator whose session has no second factor.
        expect(operation.responses, operation.operationId).to.include.keys('403');
      }
    }
  });

  it('shows Swagger UI at /docs, without scripts inline', async () => {
    const response = await fetch(`${service.url}/docs/`);
    const page = await response.text();
    expect(response.status).to.equal(200);
    expect(page).to.contain('swagger-ui');
    expect(page).to.not.match(/<script(?![^>]*\bsrc=)[^>]*>\s*\S/);
    expect(response.headers.get('content-security-policy'))
      .to.contain("default-src 'self'")
      .and.not.contain("script-src 'unsafe-inline'");
    const shown = await fetch(`${service.url}/docs/document.json`);
    expect(await shown.text()).to.contain('confirmCheckout');
  });

  it('names only statuses that the error catalogue has', () => {
    const { document } = loadContract(service.inside.deps.config.openapiFile);
    const known = new Set(Object.values(ERROR_STATUS).map(String));
    for (const [path, item] of Object.entries(document.paths ?? {})) {
      for (const operation of Object.values(item ?? {})) {
        if (typeof operation !== 'object' || operation === null || !('responses' in operation)) continue;
        const odd = Object.keys(operation.responses ?? {}).filter(
          (status) => Number(status) >= 400 && !known.has(status),
        );
        expect(odd, path).to.deep.equal([]);
      }
    }
  });

  it('answers /health while it is up and /ready while the database answers, Redis and worker shown', async () => {
    const health = await fetch(`${service.url}/health`);
    const said = (await health.json()) as { status: string; clock: { now: string; rate: number } };
    expect([health.status, said.status, said.clock.rate]).to.deep.equal([200, 'ok', 1]);
    expect(Math.abs(Date.parse(said.clock.now) - Date.now())).to.be.below(60_000);
    const ready = await fetch(`${service.url}/ready`);
    expect([ready.status, await ready.json()]).to.deep.equal([
      200,
      {
        status: 'ready',
        checks: { database: 'up', clock: 'up', redis: 'up', worker: 'down', uploads: 'up' },
      },
    ]);
  });

  it('gives every response a request id, the caller’s own if it is fit for a log', async () => {
    const own = await fetch(`${service.url}/health`, { headers: { 'X-Request-Id': 'till-7.42' } });
    expect(own.headers.get('x-request-id')).to.equal('till-7.42');
    const unfit = await fetch(`${service.url}/health`, { headers: { 'X-Request-Id': 'a b' } });
    expect(unfit.headers.get('x-request-id')).to.match(/^[0-9a-f-]{36}$/);
  });
});
