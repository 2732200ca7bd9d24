import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import proxyAddress from 'proxy-addr';
import { clientAddress } from '../../server/kernel/http/client-address.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startService, type TestService } from '../support/service.ts';

const NOBODY = '019c4690-9ab8-7883-8dd5-702f082c86ef';

describe('the edge of the API', () => {
  let service: TestService;
  let client: ApiClient;

  before(async () => {
    const networks = 'depot 203.0.113.64/26 2001:db8:77::/48 browse=8; gate 203.0.113.70 browse=9 write=7';
    service = await startService({
      env: { LIMIT_BROWSE_PER_MINUTE: '6', LIMIT_WRITE_PER_MINUTE: '5', LIMIT_NETWORKS: networks },
    });
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

    it('a path may come with scheme and host, as proxies send it', async () => {
      const { hostname, port } = new URL(service.url);
      const incoming = request({ hostname, port, path: 'http://shop.example/api/v1/products?limit=1' }).end();
      const [answer] = (await once(incoming, 'response')) as [IncomingMessage];
      expect(answer.statusCode).to.equal(200);
      expect(JSON.parse(await text(answer)).data).to.have.length(1);
    });

    it('a compressed body is refused, whatever it contains', async () => {
      const headers = { 'Content-Encoding': 'gzip' };
      const body = { email: 'a@b.example', password: 'not-compressed' };
      await client.refused(415, 'common.UNSUPPORTED_MEDIA_TYPE', 'POST', '/auth/login', { body, headers });
    });

    it('a path with a trailing slash is refused with its allowed methods, too', async () => {
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

    it('is spent by bodies that cannot be parsed, at the price of their operation', async () => {
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

  describe('the budget of an address in a configured network', () => {
    const limitOf = async (forwarded: string, method = 'GET') => {
      const headers = { 'X-Forwarded-For': forwarded, 'Content-Type': 'application/json' };
      const body = method === 'GET' ? {} : { body: '{' };
      const path = method === 'GET' ? '/nothing-here' : '/cart/items';
      const response = await fetch(`${service.url}/api/v1${path}`, { method, headers, ...body });
      await response.body?.cancel();
      const [limit, left] = ['limit', 'remaining'].map((name) => response.headers.get(`ratelimit-${name}`));
      return { status: response.status, limit, left, wait: response.headers.get('retry-after') };
    };

    it('is the network’s own, separate for each address, and only for what the network configures', async () => {
      for (let left = 7; left >= 0; left -= 1)
        expect(await limitOf('203.0.113.65')).to.include({ status: 404, limit: '8', left: String(left) });
      const refused = await limitOf('203.0.113.65');
      expect(refused.status).to.equal(429);
      expect(Number(refused.wait)).to.be.within(1, 60);
      expect(await limitOf('203.0.113.66')).to.include({ status: 404, left: '7' });
      expect(await limitOf('203.0.113.65', 'POST')).to.include({ limit: '5' });
      expect(await limitOf('203.0.113.63')).to.include({ limit: '6' });
    });

    it('is that of the most specific network, whatever the spelling of the address', async () => {
      expect(await limitOf('203.0.113.70')).to.include({ limit: '9', left: '8' });
      expect(await limitOf('::ffff:203.0.113.70')).to.include({ limit: '9', left: '7' });
      expect(await limitOf('::FFFF:cb00:7146', 'POST')).to.include({ limit: '7' });
      expect(await limitOf('2001:db8:77:1::5')).to.include({ limit: '8', left: '7' });
      expect(await limitOf('2001:0db8:0077:0001:ffff::')).to.include({ limit: '8', left: '6' });
      expect(await limitOf('2001:db8:77:2::5')).to.include({ limit: '8', left: '7' });
      expect(await limitOf('2001:db8:78::5')).to.include({ limit: '6' });
    });

    it('cannot be obtained by claiming to be there', async () => {
      for (const claim of [
        '203.0.113.70',
        '::ffff:203.0.113.70',
        '2001:db8:77::1',
        '127.0.0.1, 203.0.113.70',
      ])
        expect(await limitOf(`${claim}, 198.51.100.77`), claim).to.include({ limit: '6' });
      // From a connection that is not a trusted proxy's, no header is believed.
      const incoming = {
        headers: { 'x-forwarded-for': '203.0.113.70' },
        socket: { remoteAddress: '198.51.100.78' },
      };
      const trust = proxyAddress.compile(['10.0.0.0/8']);
      expect(clientAddress(incoming as unknown as IncomingMessage, trust)).to.equal('198.51.100.78');
    });

    it('is counted under the name of the network', async () => {
      await limitOf('203.0.113.99');
      const metricsText = await (await fetch(`${service.url}/metrics`)).text();
      const spent = (network: string, outcome: string) =>
        metricsText
          .split('\n')
          .find((line) =>
            [
              'wasl_limits_spent_total{',
              `network="${network}"`,
              'budget="browse"',
              `outcome="${outcome}"`,
            ].every((part) => line.includes(part)),
          );
      expect(spent('depot', 'passed')).to.match(/ [1-9]\d*$/);
      expect(spent('depot', 'refused')).to.match(/ [1-9]\d*$/);
      expect(spent('', 'passed')).to.match(/ [1-9]\d*$/);
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

    it("is the last entry of the proxies' header that is not a trusted proxy", async () => {
      expect(await registered('203.0.113.9, 198.51.100.7')).to.equal('198.51.100.7');
    });

    it('is the proxy’s own when it forwards something that is not an address', async () => {
      for (const junk of ['unknown', '<script>', '203.0.113.9:4711', 'x'.repeat(3000)])
        expect(await registered(junk), junk.slice(0, 20)).to.equal('127.0.0.1');
    });
  });

  describe('headers', () => {
    it('a refusal prefers the language of ?locale= to that of Accept-Language', async () => {
      const headers = { 'Accept-Language': 'en' };
      const answer = await client.call<{ title: string }>('GET', `/products/${NOBODY}?locale=ar`, {
        headers,
      });
      expect(answer.status).to.equal(404);
      expect(answer.headers.get('content-language')).to.equal('ar');
      expect(answer.body.title).to.equal('غير موجود');
    });

    it('a response in one language names it', async () => {
      const arabic = await client.call('GET', '/products?limit=1', {
        headers: { 'Accept-Language': 'ar-QA' },
      });
      expect(arabic.headers.get('content-language')).to.equal('ar');
      expect(arabic.headers.get('vary')).to.contain('Accept-Language');
      expect(arabic.headers.get('cache-control')).to.equal('no-cache');
    });

    it('no response may be sniffed, framed or run as a script', async () => {
      for (const path of ['/health', '/ready', '/openapi.json', '/nothing', '/api/v1/products']) {
        const { headers } = await fetch(service.url + path);
        expect(headers.get('x-content-type-options'), path).to.equal('nosniff');
        expect(headers.get('content-security-policy'), path).to.equal(
          "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
        );
        expect(headers.get('x-powered-by'), path).to.equal(null);
      }
    });
  });
});
