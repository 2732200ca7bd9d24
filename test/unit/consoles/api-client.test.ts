import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createApi } from '../../../consoles/shared/api/client.ts';

describe('the consoles’ client of the API', () => {
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

  it('repeats with a fresh token what was refused for its token', async () => {
    code = 'auth.UNAUTHENTICATED';
    await changePassword();
    expect(tokens).to.deep.equal(['Bearer former', 'Bearer fresh']);
  });

  for (const wrong of ['auth.INVALID_CREDENTIALS', 'auth.MFA_TOKEN_INVALID']) {
    it(`sends a password or code once that was refused with ${wrong}: each counts towards a lock`, async () => {
      code = wrong;
      await changePassword();
      expect(tokens).to.deep.equal(['Bearer former']);
    });
  }
});
