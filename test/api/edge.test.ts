import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import type { ApiClient } from '../support/api-client.ts';
import { startService, type TestService } from '../support/service.ts';

const NOBODY = '019c4690-9ab8-7883-8dd5-702f082c86ef';

describe('the edge', () => {
  let service: TestService;
  let client: ApiClient;

  before(async () => {
    service = await startService({ env: { LIMIT_BROWSE_PER_MINUTE: '6', LIMIT_WRITE_PER_MINUTE: '5' } });
  });
  after(() => service.stop());
  beforeEach(() => {
    client = service.client();
  });

  describe('odd requests', () => {
    it('a path that is not percent-encoded is malformed', async () => {
      const response = await fetch(`${service.url}/api/v1/products/%E0%A4%A`);
      expect(response.status).to.equal(400);
      expect(await response.json()).to.include({ code: 'common.MALFORMED' });
    });

    it('a path may be named with scheme and host, as proxies do', async () => {
      const { hostname, port } = new URL(service.url);
      const asked = request({ hostname, port, path: 'http://shop.example/api/v1/products?limit=1' }).end();
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      expect(answer.statusCode).to.equal(200);
      expect(JSON.parse(await text(answer)).data).to.have.length(1);
    });

    it('a compressed body is not taken, whatever it holds', async () => {
      const headers = { 'Content-Encoding': 'gzip' };
      const body = { email: 'a@b.example', password: 'not-compressed' };
      await client.refused(415, 'common.UNSUPPORTED_MEDIA_TYPE', 'POST', '/auth/login', { body, headers });
    });

    it('a path with a slash at its end is told its methods too', async () => {
      const { status, headers } = await client.call('PUT', '/products/');
      expect([status, headers.get('allow')]).to.deep.equal([405, 'GET']);
    });
  });

  describe('the budget of an address', () => {
    async function statuses(count: number, method: string, path: string, raw?: string): Promise<number[]> {
      const headers = { 'X-Forwarded-For': client.address, 'Content-Type': 'application/json' };
      const found: number[] = [];
      for (let index = 0; index < count; index += 1) {
        const init = raw === undefined ? {} : { body: raw };
        const response = await fetch(`${service.url}/api/v1${path}`, { method, headers, ...init });
        found.push(response.status);
      }
      return found;
    }

    it('is spent by paths that do not exist', async () => {
      expect(await statuses(7, 'GET', '/nothing-here')).to.deep.equal([404, 404, 404, 404, 404, 404, 429]);
    });

    it('is spent by bodies that cannot be read, at the price of their operation', async () => {
      expect(await statuses(6, 'POST', '/cart/items', '{')).to.deep.equal([400, 400, 400, 400, 400, 429]);
    });

    it('is the same for every spelling of a path', async () => {
      const spellings = ['/auth/login', '/auth/login/', '/auth/%6Cogin', '/AUTH/login'];
      for (const spelling of spellings) {
        const { headers, status } = await client.call('POST', spelling, { body: {} });
        const limit = headers.get('ratelimit-limit');
        expect(status === 404 || limit === '10', `${spelling} ${status} ${limit}`).to.equal(true);
      }
    });
  });

  describe('the address of a client', () => {
    const registered = async (forwarded: string) => {
      const email = `from-${forwarded.replaceAll(/\W/g, '').slice(0, 30)}@test.wasl.example`;
      const body = { email, password: 'corniche-lamp-pearl-4', displayName: 'Somebody', locale: 'en' };
      await client.post('/auth/register', body, { headers: { 'X-Forwarded-For': forwarded } });
      const row = await service.inside.deps
        .database('sessions as s')
        .join('accounts as a', 'a.id', 's.account_id')
        .where('a.email', email)
        .first<{ ip: string }>('s.ip');
      return row?.ip;
    };

    it('is what the trusted proxy wrote, the last entry it does not trust', async () => {
      expect(await registered('203.0.113.9, 198.51.100.7')).to.equal('198.51.100.7');
    });

    it('is the proxy itself when that passes on what is no address', async () => {
      for (const junk of ['unknown', '<script>', '203.0.113.9:4711', 'x'.repeat(3000)])
        expect(await registered(junk), junk.slice(0, 20)).to.equal('127.0.0.1');
    });
  });

  describe('headers', () => {
    it('a refusal speaks the language asked for by ?locale= before that of Accept-Language', async () => {
      const headers = { 'Accept-Language': 'en' };
      const answer = await client.call<{ title: string }>('GET', `/products/${NOBODY}?locale=ar`, {
        headers,
      });
      expect(answer.status).to.equal(404);
      expect(answer.headers.get('content-language')).to.equal('ar');
      expect(answer.body.title).to.equal('غير موجود');
    });

    it('an answer in one language says which', async () => {
      const arabic = await client.call('GET', '/products?limit=1', {
        headers: { 'Accept-Language': 'ar-QA' },
      });
      expect(arabic.headers.get('content-language')).to.equal('ar');
      expect(arabic.headers.get('vary')).to.contain('Accept-Language');
      expect(arabic.headers.get('cache-control')).to.equal('no-cache');
    });

    it('no answer may be sniffed, framed or run, wherever it comes from', async () => {
      for (const path of ['/health', '/ready', '/openapi.json', '/nothing', '/api/v1/products']) {
        const { headers } = await fetch(service.url + path);
        expect(headers.get('x-content-type-options'), path).to.equal('nosniff');
        expect(headers.get('content-security-policy'), path).to.equal(
          "default-src 'none';frame-ancestors 'none'",
        );
        expect(headers.get('x-powered-by'), path).to.equal(null);
      }
    });
  });
});
