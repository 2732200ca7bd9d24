import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Problem } from '../support/api-client.ts';
import { makeAccount, signedIn } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';

const ATTEMPTS = 150;
/** Two password checks at a time, and 32 waiting. */
const ADMITTED = 34;

describe('attack: many sign-ins at once (S5)', () => {
  let service: TestService;

  before(async () => {
    service = await startService({ catalogue: false });
  });
  after(() => service?.stop());

  it('leaves worker threads for everyone else; what does not fit the queue is refused with a time to retry', async () => {
    const { accountId } = await makeAccount(service, ['BUYER']);
    const buyer = await signedIn(service, accountId);
    let checked = 0;
    const attempts = Array.from({ length: ATTEMPTS }, async (_, index) => {
      const body = { email: `nobody-${index}@flood.wasl.example`, password: 'not-the-password' };
      const answer = await service.client().call<Problem>('POST', '/auth/login', { body });
      if (answer.status === 401) checked += 1;
      return answer;
    });
    // The first refusal shows that the queue is full.
    await Promise.any(attempts.map(async (attempt) => expect((await attempt).status).to.equal(503)));
    // A token that this process has not seen, and a file, which is read by a worker thread.
    expect((await buyer.call('GET', '/me')).status).to.equal(200);
    await readFile('package.json');

    const answers = await Promise.all(attempts);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length + checked).to.equal(ATTEMPTS);
    expect(checked).to.be.at.least(ADMITTED);
    for (const { body, headers } of refused) {
      expect(body.code).to.equal('common.UNAVAILABLE');
      expect(headers.get('retry-after')).to.equal('2');
    }
    // A refused attempt does not count as a failed sign-in.
    const guards = await service.inside.deps.database('sign_in_guards').count({ rows: '*' });
    expect(Number(guards[0]?.rows)).to.equal(checked);
  });
});
