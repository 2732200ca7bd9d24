import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { type Contract, loadContract, type OperationRules } from '../../server/kernel/http/contract.ts';
import type { ApiClient, Problem } from '../support/api-client.ts';
import { makeAccount, makeAdministrator, signIn } from '../support/people.ts';
import { png } from '../support/pictures.ts';
import { freshAddress, startService, type TestService } from '../support/service.ts';

const SIGN_IN = { email: 'noora@example.qa', password: 'dates and coffee' };
const WRITES = new Set(['post', 'put', 'patch']);

describe('bad input', () => {
  let service: TestService;
  let contract: Contract;
  let operations: OperationRules[];
  let somebody: ApiClient;

  before(async () => {
    service = await startService({ catalogue: false, env: { LIMIT_WRITE_PER_MINUTE: '10000' } });
    contract = loadContract(service.inside.deps.config.openapiFile);
    operations = [...contract.operations.values()];
    // An account that may call everything, so that only the input can be refused.
    const administrator = await makeAdministrator(service);
    const { database } = service.inside.deps;
    for (const role of ['BUYER', 'SELLER_OWNER', 'DRIVER', 'DISPATCHER'])
      await database('account_roles').insert({ account_id: administrator.accountId, role });
    somebody = await signIn(service, administrator);
  });

  after(() => service?.stop());

  const url = (rules: OperationRules) =>
    rules.path.replace(/\{role\}/, 'BUYER').replace(/\{\w+\}/g, () => randomUUID());
  const writes = () => operations.filter((rules) => WRITES.has(rules.method) && rules.id !== 'logout');
  /** Operations whose body is a file and nothing else, and the others. */
  const pictures = () => writes().filter((rules) => takesPicture(rules));
  const jsonWrites = () => writes().filter((rules) => !takesPicture(rules));

  function takesPicture({ path, method }: OperationRules): boolean {
    const operation = contract.document.paths?.[path]?.[method as 'post'] as
      | { requestBody?: object }
      | undefined;
    return JSON.stringify(operation?.requestBody ?? null).includes('"image/jpeg"');
  }

  async function raw(
    path: string,
    init: RequestInit & { headers?: Record<string, string> },
  ): Promise<{ status: number; problem: Problem; headers: Headers }> {
    const headers = {
      'X-Forwarded-For': freshAddress(),
      Authorization: `Bearer ${somebody.token}`,
      ...init.headers,
    };
    const response = await fetch(`${service.url}/api/v1${path}`, { ...init, headers });
    return {
      status: response.status,
      problem: (await response.json()) as Problem,
      headers: response.headers,
    };
  }

  /**
   * With node:http, since fetch sends no body with GET. `code` is null where the response is not a problem document.
   */
  function rawWithBody(path: string, method: string, body: string) {
    const headers = {
      'X-Forwarded-For': freshAddress(),
      Authorization: `Bearer ${somebody.token}`,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    };
    return new Promise<{ status: number; code: string | null; detail: string | null }>((resolve, reject) => {
      const sent = request(`${service.url}/api/v1${path}`, { method, headers }, async (response) => {
        try {
          const problem = /problem\+json/.test(response.headers['content-type'] ?? '');
          const content = await text(response);
          const { code = null, detail = null } = problem ? (JSON.parse(content) as Partial<Problem>) : {};
          resolve({ status: response.statusCode ?? 0, code, detail });
        } catch (error) {
          reject(error);
        }
      });
      sent.on('error', reject).end(body);
    });
  }

  it('an unknown field, an array, a number or JSON within a string as a body: 422 on every operation that writes', async () => {
    for (const rules of jsonWrites()) {
      for (const body of [{ nonsense: true }, [], 42, '{}', JSON.stringify(SIGN_IN)]) {
        const answer = await raw(url(rules), {
          method: rules.method.toUpperCase(),
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });
        expect([answer.status, answer.problem.code], `${rules.id} ${JSON.stringify(body)}`).to.deep.equal([
          422,
          'common.VALIDATION_FAILED',
        ]);
        expect(answer.problem.errors.length, rules.id).to.be.greaterThan(0);
        for (const error of answer.problem.errors)
          expect(Object.keys(error).sort()).to.deep.equal(['code', 'message', 'pointer']);
      }
    }
  });

  it('malformed JSON: 400; another media type: 415; too large: 413', async () => {
    for (const rules of jsonWrites()) {
      const method = rules.method.toUpperCase();
      const json = { 'Content-Type': 'application/json' };
      const malformed = await raw(url(rules), { method, headers: json, body: '{"a": ' });
      expect([malformed.status, malformed.problem.code], rules.id).to.deep.equal([400, 'common.MALFORMED']);
      const xml = await raw(url(rules), {
        method,
        headers: { 'Content-Type': 'application/xml' },
        body: '<a/>',
      });
      expect([xml.status, xml.problem.code], rules.id).to.deep.equal([415, 'common.UNSUPPORTED_MEDIA_TYPE']);
    }
    const huge = await raw('/addresses', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ label: 'x'.repeat(400_000) }),
    });
    expect([huge.status, huge.problem.code]).to.deep.equal([413, 'common.PAYLOAD_TOO_LARGE']);
  });

  it('no JSON above 512 KiB, whatever its operation allows for files', async () => {
    const files = operations.filter(({ bodyLimit }) => (bodyLimit ?? 0) > 512 * 1024);
    expect(files.map(({ id }) => id)).to.have.members([
      'addProductImage',
      'addImportedProductImage',
      'addTaskPhoto',
      'importSellerStock',
      'createSellerImport',
    ]);
    const [type, body] = ['Content-Type', 'x'.repeat(513 * 1024)];
    const sent = (headers: Record<string, string>, content: string) =>
      raw('/seller/stock-imports', { method: 'POST', headers, body: content });
    const json = await sent({ [type]: 'application/json' }, JSON.stringify({ csv: body }));
    expect([json.status, json.problem.code]).to.deep.equal([413, 'common.PAYLOAD_TOO_LARGE']);
    expect(json.problem.detail).to.contain('512 KiB');
    expect((await sent({ [type]: 'text/csv' }, body)).status).to.not.equal(413);
  });

  it('a file that is not a picture by its bytes: 415; one above 8 MiB: 413', async () => {
    expect(pictures().map(({ id }) => id)).to.have.members([
      'addProductImage',
      'addImportedProductImage',
      'addTaskPhoto',
    ]);
    for (const rules of pictures()) {
      const send = async (type: string | null, content: Buffer | string) => {
        const headers: Record<string, string> = type === null ? {} : { 'Content-Type': type };
        // For bytes, fetch sets no Content-Type of its own.
        const bytes = new Uint8Array(Buffer.from(content));
        const { status, problem } = await raw(url(rules), { method: 'POST', headers, body: bytes });
        return [status, problem.code];
      };
      const image = png().toString('base64');
      const unsupported = [415, 'common.UNSUPPORTED_MEDIA_TYPE'];
      // Drivers' phones queue what they cannot send; a seller sees at once that the request was refused.
      const json = rules.id === 'addTaskPhoto' ? [503, 'common.UNAVAILABLE'] : unsupported;
      expect(await send('application/json', JSON.stringify({ image })), rules.id).to.deep.equal(json);
      expect(await send('application/json', 'x'.repeat(9_000_000)), rules.id).to.deep.equal(json);
      expect(await send(null, png()), rules.id).to.deep.equal(unsupported);
      for (const type of ['image/gif', 'image/svg+xml', 'image/*', 'text/csv', 'application/octet-stream'])
        expect(await send(type, png()), `${rules.id} ${type}`).to.deep.equal(unsupported);
      const large = await send('image/png', Buffer.alloc(8 * 1024 * 1024 + 1));
      expect(large, rules.id).to.deep.equal([413, 'common.PAYLOAD_TOO_LARGE']);
    }
  });

  it('an id that is not a UUID: 422 naming the path parameter', async () => {
    for (const rules of operations.filter(({ path }) => path.includes('{id}'))) {
      const answer = await raw(rules.path.replace('{id}', 'seven').replace('{role}', 'BUYER'), {
        method: rules.method.toUpperCase(),
      });
      expect([answer.status, answer.problem.code], rules.id).to.deep.equal([422, 'common.VALIDATION_FAILED']);
      expect(
        answer.problem.errors.map((error) => error.pointer),
        rules.id,
      ).to.include('path/id');
    }
  });

  it('an id with urn:uuid: in front, in path, query and body: 422 naming it, for guests too', async () => {
    const urn = `urn:uuid:${randomUUID()}`;
    const guest = service.client();
    const invalid = async (client: ApiClient, method: string, path: string, body?: unknown) => {
      const options = body === undefined ? {} : { body };
      const problem = await client.refused(422, 'common.VALIDATION_FAILED', method, path, options);
      return problem.errors.map(({ pointer }) => pointer);
    };
    expect(await invalid(guest, 'GET', `/products/${urn}`)).to.deep.equal(['path/id']);
    expect(await invalid(guest, 'GET', `/products?categoryId=${urn}`)).to.deep.equal(['query/categoryId']);
    expect(await invalid(guest, 'GET', `/products?sellerId=${urn}`)).to.deep.equal(['query/sellerId']);
    expect(await invalid(guest, 'POST', '/cart/items', { offerId: urn, quantity: 1 })).to.deep.equal([
      '/offerId',
    ]);
    expect(await invalid(guest, 'PATCH', `/cart/items/${urn}`, { quantity: 1 })).to.deep.equal(['path/id']);
    expect(await invalid(guest, 'DELETE', `/cart/items/${urn}`)).to.deep.equal(['path/id']);
    for (const { id, path, method } of operations.filter((rules) => rules.path.includes('{id}'))) {
      const answer = await raw(path.replace('{id}', urn).replace('{role}', 'BUYER'), {
        method: method.toUpperCase(),
      });
      expect([answer.status, answer.problem.code], id).to.deep.equal([422, 'common.VALIDATION_FAILED']);
      const pointers = answer.problem.errors.map(({ pointer }) => pointer);
      expect(pointers, id).to.include('path/id');
    }
  });

  it('a body nested too deeply: 400 on every operation, also where none is accepted', async () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    for (const rules of operations.filter((each) => each.id !== 'logout' && !takesPicture(each))) {
      const method = rules.method.toUpperCase();
      for (const levels of [65, 100_000]) {
        const answer = await rawWithBody(url(rules), method, nested(levels));
        const about = `${rules.id} ${levels} levels`;
        expect([answer.status, answer.code], about).to.deep.equal([400, 'common.MALFORMED']);
        expect(answer.detail, about).to.match(rules.takesBody ? /64 levels/ : /accepts no body/);
      }
      if (rules.takesBody) {
        const { status } = await rawWithBody(url(rules), method, nested(64));
        expect(status, `${rules.id} 64 levels`).to.equal(422);
      }
    }
  });

  it('a body on an operation that accepts none: 400; an empty one or {} does not count', async () => {
    const bodiless = operations.filter(({ takesBody }) => !takesBody);
    expect(bodiless.map(({ id }) => id)).to.include.members(['listOrders', 'clearCart', 'revokeRole']);
    for (const rules of bodiless) {
      const method = rules.method.toUpperCase();
      const code = async (body: string) => (await rawWithBody(url(rules), method, body)).code;
      for (const body of ['{"reason": "x"}', '[]', '7', '"text"', 'null'])
        expect(await code(body), `${rules.id} ${body}`).to.equal('common.MALFORMED');
      for (const body of ['', '{}'])
        expect(await code(body), `${rules.id} '${body}'`).to.not.equal('common.MALFORMED');
    }
  });

  it('text that cannot be stored, is invisible or deceives: 422 naming the field', async () => {
    const body = (label: string) =>
      `{"label": "${label}", "contactName": "A", "phone": "+97455512345", "zoneNumber": 1, "streetNumber": 1, "buildingNumber": 1, "location": {"latitude": 25.3, "longitude": 51.5}}`;
    // The last three: invisible text, and marks that would reverse the display of what surrounds them.
    for (const label of ['a\\u0000b', '\\ud800', ' \u200b\u200f', 'a\u202eb', 'a\u2067b']) {
      const answer = await raw('/addresses', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: body(label),
      });
      expect([answer.status, answer.problem.errors[0]?.pointer]).to.deep.equal([422, '/label']);
    }
  });

  it('a wrong limit, an unknown query parameter, another account’s cursor', async () => {
    for (const query of ['limit=0', 'limit=101', 'limit=many', 'colour=red']) {
      const answer = await raw(`/products?${query}`, { method: 'GET' });
      expect([answer.status, answer.problem.code], query).to.deep.equal([422, 'common.VALIDATION_FAILED']);
    }
    for (const path of ['/products', '/orders', '/dispatch/tasks', '/admin/accounts', '/notifications']) {
      const answer = await raw(`${path}?cursor=AAAA`, { method: 'GET' });
      expect([answer.status, answer.problem.code], path).to.deep.equal([400, 'common.BAD_CURSOR']);
    }
  });

  it('an unknown path is 404, a wrong method 405 with Allow', async () => {
    const unknown = await raw('/nowhere', { method: 'GET' });
    expect([unknown.status, unknown.problem.code]).to.deep.equal([404, 'common.NOT_FOUND']);
    const method = await raw('/cart', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect([method.status, method.problem.code]).to.deep.equal([405, 'common.METHOD_NOT_ALLOWED']);
    expect(method.headers.get('allow')?.split(', ').sort()).to.deep.equal(['DELETE', 'GET']);
  });

  it('errors are in Arabic for those who ask for it, and never reveal the implementation', async () => {
    const arabic = await raw('/cart', {
      method: 'PATCH',
      headers: { 'Accept-Language': 'ar', 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(arabic.problem.title).to.match(/[\u0600-\u06FF]/);
    expect(arabic.headers.get('content-language')).to.equal('ar');
    expect(JSON.stringify(arabic.problem)).to.not.match(/stack|select |knex|\.ts:/i);
  });

  it("another account's id and a missing one get the same response, except request id and path", async () => {
    const buyer = await signIn(service, await makeAccount(service, ['BUYER']));
    const other = await signIn(service, await makeAccount(service, ['BUYER']));
    const location = { latitude: 25.3253, longitude: 51.5297 };
    const address = {
      contactName: 'A',
      phone: '+97455512345',
      zoneNumber: 61,
      streetNumber: 1,
      buildingNumber: 1,
      location,
    };
    const { id } = await buyer.post<{ id: string }>('/addresses', address);
    const bytes = async (path: string) => {
      const { requestId, instance, ...rest } = await other.refused(404, 'common.NOT_FOUND', 'DELETE', path);
      expect([requestId, instance]).to.not.include(undefined);
      return JSON.stringify(rest);
    };
    expect(await bytes(`/addresses/${id}`)).to.equal(await bytes(`/addresses/${randomUUID()}`));
  });
});
