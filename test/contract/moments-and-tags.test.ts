import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { OpenAPIBackend } from 'openapi-backend';
import type { ApiClient, Problem } from '../support/api-client.ts';
import { readContract } from '../support/contract.ts';
import { makeAccount, makeAdministrator, signIn } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';

/** Well formed, but not valid times, or not times that a delivery can have. */
const NO_MOMENTS = [
  '2026-12-31T23:59:60Z',
  '0000-01-01T00:00:00Z',
  '2000-01-01T00:00:00+23:59',
  '2026-02-30T00:00:00Z',
];
const NO_DAYS = ['0000-01-01', '1999-12-31', '2026-02-30'];

interface QueryParameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: { format?: string };
}

describe('moments and tags', () => {
  let service: TestService;
  let somebody: ApiClient;

  before(async () => {
    service = await startService({ catalogue: false, env: { LIMIT_BROWSE_PER_MINUTE: '10000' } });
    const administrator = await makeAdministrator(service);
    for (const role of ['BUYER', 'SELLER_OWNER', 'DRIVER', 'DISPATCHER'])
      await service.inside.deps
        .database('account_roles')
        .insert({ account_id: administrator.accountId, role });
    somebody = await signIn(service, administrator);
  });

  after(() => service?.stop());

  const pointersOf = async (method: string, path: string, body?: unknown) => {
    const options = body === undefined ? {} : { body };
    const answer = await somebody.call<Problem>(method, path, options);
    expect([answer.status, answer.body.code], `${method} ${path}`).to.deep.equal([
      422,
      'common.VALIDATION_FAILED',
    ]);
    return answer.body.errors.map(({ pointer }) => pointer);
  };

  it('that do not exist are refused in every query that has one', async () => {
    const api = await new OpenAPIBackend({ definition: readContract().document, quick: true }).init();
    const tried: string[] = [];
    for (const { operationId, path, method, parameters } of api.getOperations()) {
      for (const { name, in: place, schema } of (parameters ?? []) as QueryParameter[]) {
        const wrong = schema?.format === 'date-time' ? NO_MOMENTS : schema?.format === 'date' ? NO_DAYS : [];
        if (place !== 'query' || wrong.length === 0) continue;
        const url = path.replace(/\{\w+\}/g, () => randomUUID());
        for (const value of wrong) {
          const found = await pointersOf(method.toUpperCase(), `${url}?${name}=${encodeURIComponent(value)}`);
          expect(found, `${operationId} ${value}`).to.include(`query/${name}`);
        }
        tried.push(`${operationId} ${name}`);
      }
    }
    expect(tried).to.include.members([
      'listStockMovements from',
      'getCashReport day',
      'getDispatchOverview day',
    ]);
  });

  it('that do not exist are refused in bodies and headers', async () => {
    const [second60 = ''] = NO_MOMENTS;
    const taskId = randomUUID();
    const window = { from: second60, to: '2027-01-01T02:00:00Z' };
    expect(await pointersOf('POST', `/dispatch/tasks/${taskId}/retry`, { window })).to.include(
      '/window/from',
    );
    const breaks = [{ from: second60, to: '2027-01-01T02:00:00Z' }];
    const shift = { driverId: randomUUID(), breaks };
    expect(await pointersOf('POST', '/dispatch/shifts', shift)).to.include('/breaks/0/from');
    const headers = { 'Occurred-At': second60 };
    const step = `/driver/tasks/${taskId}/arrive`;
    const problem = await somebody.refused(422, 'common.VALIDATION_FAILED', 'POST', step, { headers });
    expect(problem.errors.map(({ pointer }) => pointer)).to.deep.equal(['header/occurred-at']);
  });

  it('of If-Match matter to the operations that read them, and to no other', async () => {
    const buyer = await signIn(service, await makeAccount(service, ['BUYER']));
    for (const tag of ['*', '"1", "2"', 'W/"1"', 'nonsense']) {
      const headers = { 'If-Match': tag };
      expect((await buyer.call('GET', '/cart', { headers })).status, tag).to.equal(200);
      expect((await buyer.call('GET', '/products?limit=1', { headers })).status, tag).to.equal(200);
    }
  });

  it('of If-Match name a version, several or any', async () => {
    const { headers: read } = await somebody.call('GET', '/admin/settings');
    const version = Number(/\d+/.exec(read.get('etag') ?? '')?.[0]);
    const edit = async (tag: string | null) => {
      const headers: Record<string, string> = tag === null ? {} : { 'If-Match': tag };
      const body = { cutoffTime: { confirmed: true } };
      const { status, body: problem } = await somebody.call<Problem>('PATCH', '/admin/settings', {
        body,
        headers,
      });
      return status === 200 ? status : problem.code;
    };
    expect(await edit(null)).to.equal('common.PRECONDITION_REQUIRED');
    expect(await edit(`"${version + 1}"`)).to.equal('common.PRECONDITION_FAILED');
    expect(await edit('"of-somebody-else"')).to.equal('common.PRECONDITION_FAILED');
    expect(await edit('7')).to.equal('common.VALIDATION_FAILED');
    expect(await edit(`"of-somebody-else", "${version}"`)).to.equal(200);
    expect(await edit(`"${version}"`)).to.equal('common.PRECONDITION_FAILED');
    expect(await edit('*')).to.equal(200);
  });
});
