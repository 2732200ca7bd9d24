import { expect } from 'chai';
import { ownAddress } from '../../../scripts/city/world/citizen.ts';
import { Person } from '../../../scripts/people/person.ts';

describe('a person of the city', () => {
  it('signs in again when the session has ended because the response to a renewal was lost', async () => {
    const requests: string[] = [];
    let signIns = 0;
    const fetch = async (request: Request): Promise<Response> => {
      const { pathname } = new URL(request.url);
      requests.push(`${pathname} ${request.headers.get('Authorization') ?? ''}`.trim());
      if (pathname.endsWith('/auth/refresh'))
        return Response.json({ code: 'auth.UNAUTHENTICATED' }, { status: 401 });
      if (!pathname.endsWith('/auth/login')) return Response.json({ data: [] });
      signIns += 1;
      const tokens = { accessToken: `access-${signIns}`, refreshToken: `refresh-${signIns}` };
      // The first one is due for renewal at once.
      return Response.json({ ...tokens, expiresIn: signIns === 1 ? 30 : 900 });
    };
    const person = new Person('Somebody', 'http://127.0.0.1', '10.0.0.1', { fetch });
    await person.signIn('somebody@example.qa', 'a long password');
    await person.ok('list orders', person.api.GET('/orders'));
    expect(requests.map((line) => line.replace('/api/v1', ''))).to.deep.equal([
      '/auth/login',
      '/auth/refresh',
      '/auth/login Bearer access-1',
      '/orders Bearer access-2',
    ]);
  });

  it('has four addresses on a day at four times the speed, each for a minute of the day', async () => {
    const clock = { rate: 4, now: () => minute * 60_000 };
    const [one, other] = [ownAddress(clock), ownAddress(clock)];
    const seen: string[] = [];
    let minute = 0;
    const fetch = async (request: Request): Promise<Response> => {
      seen.push(request.headers.get('X-Forwarded-For') ?? '');
      return Response.json({ data: [] });
    };
    const person = new Person('Somebody', 'http://127.0.0.1', one, { fetch });
    for (; minute < 8; minute += 0.5) await person.ok('list orders', person.api.GET('/orders'));
    expect(seen).to.have.length(16);
    expect(new Set(seen).size).to.equal(4);
    for (let at = 0; at < 8; at += 2)
      expect(seen[at])
        .to.equal(seen[at + 1])
        .and.equal(seen[at + 8]);
    expect(seen).to.not.include(other());
  });
});
