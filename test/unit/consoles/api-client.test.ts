import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createApi } from '../../../consoles/shared/api/client.ts';
import { until } from '../../../scripts/shared/waiting.ts';

describe('the consoles’ API client', () => {
  let server: Server;
  let code: string;
  let tokens: (string | undefined)[];

  before(async () => {
    server = createServer((request, response) => {
      tokens.push(request.headers.authorization);
      request.resume();
      const problem = { status: 401, code, title: '', detail: '', errors: [] };
      response.writeHead(401, { 'Content-Type': 'application/problem+json' }).end(JSON.stringify(problem));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  after(() => server?.close());
  beforeEach(() => {
    tokens = [];
  });

  async function changePassword(): Promise<void> {
    const { port } = server.address() as AddressInfo;
    const api = createApi({
      url: `http://127.0.0.1:${port}`,
      token: async (why) => (why === 'call' ? 'former' : 'fresh'),
      locale: () => 'en',
    });
    const body = { currentPassword: 'not-the-password', newPassword: 'lantern-oryx-saffron' };
    await api.POST('/me/password', { body }).then(
      () => expect.fail('it was refused'),
      (error: { code: string }) => expect(error.code).to.equal(code),
    );
  }

  it('repeats a request with a new token when it was refused because of its token', async () => {
    code = 'auth.UNAUTHENTICATED';
    await changePassword();
    expect(tokens).to.deep.equal(['Bearer former', 'Bearer fresh']);
  });

  describe('after too many requests', () => {
    let busy: Server;
    /** The seconds of the next refusals; afterwards requests succeed. */
    let waits: number[];
    let requests: string[];

    before(async () => {
      busy = createServer((request, response) => {
        requests.push(`${request.method}`);
        request.resume();
        const wait = waits.shift();
        if (wait === undefined) {
          response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"data":[]}');
          return;
        }
        const problem = { status: 429, code: 'common.RATE_LIMITED', title: '', detail: '', errors: [] };
        response
          .writeHead(429, { 'Content-Type': 'application/problem+json', 'Retry-After': String(wait) })
          .end(JSON.stringify(problem));
      });
      await new Promise<void>((listening) => busy.listen(0, '127.0.0.1', listening));
    });
    after(() => busy?.close());
    beforeEach(() => {
      requests = [];
      shownWaits = [];
    });

    let shownWaits: number[];
    const client = () =>
      createApi({
        url: `http://127.0.0.1:${(busy.address() as AddressInfo).port}`,
        token: async () => null,
        locale: () => 'en',
        onLimited: (moment) => shownWaits.push(moment),
      });
    const codeOf = (call: Promise<unknown>) =>
      call.then(
        () => 'answered',
        (error: { code: unknown; name: string }) =>
          typeof error.code === 'string' ? error.code : error.name,
      );

    it('delays a read by Retry-After, shows until when, and repeats it', async () => {
      waits = [0, 0];
      const before = Date.now();
      expect(await codeOf(client().GET('/notifications', { params: { query: {} } }))).to.equal('answered');
      expect(requests).to.deep.equal(['GET', 'GET', 'GET']);
      expect(shownWaits).to.have.length(2);
      for (const moment of shownWaits) expect(moment).to.be.within(before, Date.now() + 100);
    });

    it('repeats twice at most, and not after a long delay', async () => {
      waits = [0, 0, 0, 0];
      expect(await codeOf(client().GET('/notifications', { params: { query: {} } }))).to.equal(
        'common.RATE_LIMITED',
      );
      expect(requests).to.have.length(3);
      waits = [900];
      requests = [];
      expect(await codeOf(client().GET('/notifications', { params: { query: {} } }))).to.equal(
        'common.RATE_LIMITED',
      );
      expect(requests).to.have.length(1);
    });

    it('leaves it to people to repeat what changes something', async () => {
      waits = [0];
      expect(await codeOf(client().POST('/notifications/read-all', {}))).to.equal('common.RATE_LIMITED');
      expect(requests).to.deep.equal(['POST']);
      expect(shownWaits).to.deep.equal([]);
    });

    it('stops repeating once the caller has given up', async () => {
      waits = [60];
      const left = new AbortController();
      const call = client().GET('/notifications', { params: { query: {} }, signal: left.signal });
      const outcome = codeOf(call);
      await until(() => shownWaits.length === 1);
      left.abort();
      expect(await outcome).to.equal('AbortError');
      expect(requests).to.deep.equal(['GET']);
    });
  });

  for (const wrong of ['auth.INVALID_CREDENTIALS', 'auth.MFA_TOKEN_INVALID']) {
    it(`sends a password or code only once when it was refused with ${wrong}: each counts towards a lock`, async () => {
      code = wrong;
      await changePassword();
      expect(tokens).to.deep.equal(['Bearer former']);
    });
  }
});
