import { expect } from 'chai';
import { knexOf } from '../../../db/models/knex-of.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { hashPassword } from '../../../server/kernel/security/passwords.ts';
import type { Answer, Problem } from '../../support/api-client.ts';
import { ApiClient } from '../../support/api-client.ts';
import { makeAccount, PASSWORD } from '../../support/people.ts';
import { startService, type TestService } from '../../support/service.ts';
import { codeSentTo } from './mailbox.ts';

/** Requests of each kind, made alternately, so that other load on the machine affects both kinds alike. */
const SAMPLES = 40;

describe('an attacker from outside', () => {
  describe('cannot learn which accounts exist', () => {
    let service: TestService;
    const known: string[] = [];
    const unknown: string[] = [];

    before(async () => {
      const env = { LIMIT_SIGN_IN_PER_15_MINUTES: '100000', LIMIT_REGISTRATION_PER_15_MINUTES: '100000' };
      service = await startService({ catalogue: false, env });
      // With the production hash: the cost of checking it is what this test measures.
      const passwordHash = await hashPassword(PASSWORD);
      for (let index = 0; index < SAMPLES; index += 1) {
        known.push((await makeAccount(service, ['BUYER'], { passwordHash })).email);
        unknown.push(`nobody-${index + 1}@test.wasl.example`);
      }
    });
    after(() => service?.stop());

    const operations = {
      'asking for a code': { ask: (email: string) => call('/auth/codes', { email }), samples: SAMPLES },
      'asking for a link': {
        ask: (email: string) => call('/auth/password/forgot', { email }),
        samples: SAMPLES,
      },
      'sending a code': {
        ask: (email: string) => call('/auth/codes/verify', { email, code: '000000' }),
        samples: SAMPLES,
      },
      // Signing in takes tens of milliseconds on purpose.
      'signing in': {
        ask: (email: string) => call('/auth/login', { email, password: 'not-the-password' }),
        samples: SAMPLES / 2,
      },
    };
    const call = (path: string, body: object) => service.client().call<Problem>('POST', path, { body });

    for (const [path, kind] of [
      ['/auth/codes', 'SIGN_IN_CODE'],
      ['/auth/password/forgot', 'PASSWORD_RESET'],
    ] as const) {
      it(`because ${path} is answered before the account is looked for`, async () => {
        const { email } = await makeAccount(service, ['BUYER']);
        await inTransaction(service.inside.deps.database, async (trx) => {
          await knexOf(trx).raw(
            'LOCK TABLE accounts, one_time_codes, notifications IN ACCESS EXCLUSIVE MODE',
          );
          expect((await call(path, { email })).status).to.equal(202);
        });
        await codeSentTo(service, { email }, kind);
      });
    }

    for (const [what, { ask, samples }] of Object.entries(operations)) {
      it(`from the answer or its time: ${what}`, async () => {
        const times = { known: [] as number[], unknown: [] as number[] };
        const timed = async (email: string | undefined, into: number[]) => {
          const began = performance.now();
          const answer = await ask(email ?? '');
          into.push(performance.now() - began);
          return plain(answer);
        };
        for (let index = 0; index < samples; index += 1) {
          // The first of a pair is slowed by background work of the pair before, so they take turns.
          const first = index % 2 === 0 ? 'known' : 'unknown';
          const second = first === 'known' ? 'unknown' : 'known';
          const emails = { known: known[index], unknown: unknown[index] };
          const one = await timed(emails[first], times[first]);
          const other = await timed(emails[second], times[second]);
          expect(one).to.deep.equal(other);
        }
        // Without a difference the share is a half, give or take this; with a clear difference it is near 0 or 1 on any
        // machine.
        const deviation = Math.sqrt((2 * samples + 1) / (12 * samples ** 2));
        expect(shareOfLonger(times.known, times.unknown)).to.be.closeTo(0.5, 4 * deviation);
      });
    }
  });

  describe('who registers masses of accounts', () => {
    let service: TestService;

    before(async () => {
      service = await startService({ catalogue: false });
    });
    after(() => service?.stop());

    const from = (address: string) => new ApiClient(service.url, address);
    const askForCode = (address: string, name: string) =>
      from(address).call<Problem>('POST', '/auth/codes', { body: { email: `${name}@mass.wasl.example` } });

    it('gets five from one address, requests for codes included', async () => {
      const register = (name: string) =>
        from('203.0.113.9').call<Problem>('POST', '/auth/register', {
          body: {
            email: `${name}@mass.wasl.example`,
            password: 'corniche-lamp-pearl-4',
            displayName: 'M',
            locale: 'en',
          },
        });
      for (const name of ['a', 'b', 'c']) expect((await register(name)).status).to.equal(201);
      for (const name of ['d', 'e']) expect((await askForCode('203.0.113.9', name)).status).to.equal(202);
      const refused = await register('f');
      expect([refused.status, refused.body.code]).to.deep.equal([429, 'common.RATE_LIMITED']);
      expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 900);
    });

    for (const { kind, addressOf, neighbour } of [
      { kind: 'an IPv4 /24', addressOf: (n: number) => `198.51.100.${n}`, neighbour: '198.51.101.1' },
      {
        kind: 'an IPv6 /48',
        addressOf: (n: number) => `2001:db8:77:${n.toString(16)}::1`,
        neighbour: '2001:db8:78:1::1',
      },
    ]) {
      it(`gets forty from ${kind}, at no cost to its neighbours`, async () => {
        const statuses: number[] = [];
        for (let index = 1; index <= 42; index += 1)
          statuses.push((await askForCode(addressOf(index), `${kind.length}-${index}`)).status);
        expect(statuses).to.deep.equal([...Array<number>(40).fill(202), 429, 429]);
        expect((await askForCode(neighbour, `${kind.length}-n`)).status).to.equal(202);
      });
    }
  });
});

/** A response without what differs at every request. */
function plain({ status, body, headers }: Answer<Problem>): object {
  const { requestId: _requestId, ...rest } = body;
  const names = [...headers.keys()].filter((name) => name !== 'date').sort();
  return { status, body: rest, names, length: headers.get('content-length') };
}

/** How often one of the first is longer than one of the others (the statistic of Mann and Whitney, as a share). */
function shareOfLonger(ones: readonly number[], others: readonly number[]): number {
  const longer = ones.flatMap((one) => others.filter((other) => one > other)).length;
  return longer / (ones.length * others.length);
}
