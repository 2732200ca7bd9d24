import { expect } from 'chai';
import { PUSH_LANES } from '../../server/notifications/push/web-push-driver.ts';
import { judge, type KillsFigures, runKills } from './kills.ts';

/** `npm run test:sending` kills whole workers, a thousand times. */
const KILLS = 20;

describe('workers that are killed while they send', () => {
  const stop = new AbortController();
  let figures: KillsFigures;

  before(async function () {
    this.timeout(300_000);
    figures = await runKills({ kills: KILLS, seed: 17, victim: 'sender', signal: stop.signal });
  });

  after(() => stop.abort());

  it('die at every moment of a message', () => {
    for (const at of ['before', 'unanswered', 'answered'] as const)
      expect(figures.kills[at]).to.be.at.least(1);
    expect(figures.recovered).to.be.at.least(figures.kills.before + figures.kills.unanswered);
    expect(figures.messages).to.be.at.least(KILLS);
  });

  it('lose no message, and double at most what they were sending on a channel, with the same id', () => {
    expect(figures.faults, figures.faults.join('\n')).to.deep.equal([]);
    expect(figures.doubled.EMAIL).to.be.at.most(KILLS);
    expect(figures.doubled.SMS).to.be.at.most(KILLS);
    const { EMAIL, SMS, PUSH } = figures.doubled;
    expect(EMAIL + SMS + PUSH).to.be.at.least(figures.kills.unanswered);
    expect(PUSH).to.be.at.most(KILLS * PUSH_LANES);
  });

  it('are found out if a message is lost, has two ids, or is doubled without a death', () => {
    const seen = (id: string, by: string) => ({ id, by, to: '', at: 0, raw: '', encrypted: false });
    const accepted = [seen('a', 'w1'), seen('a', 'w2'), seen('b', 'w1'), seen('b', 'w2'), seen('x', 'w2')];
    const found = judge(
      'EMAIL',
      [...accepted, seen('c', 'w2'), seen('c', 'w2')],
      new Set(['a', 'b', 'c', 'd']),
      new Set(['w1']),
    );
    expect(found).to.have.members([
      'EMAIL: d was lost',
      "EMAIL: x is nobody's message id",
      'EMAIL: the death of w1 doubled 2 messages',
      'EMAIL: c was doubled though w2 lives',
    ]);
  });
});
