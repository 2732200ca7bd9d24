import { expect } from 'chai';
import { playUnderFaults } from './faults/play-under-faults.ts';
import { type OwnGround, ownGround } from './own-ground.ts';
import { verdictLines } from './verdict/print-verdict.ts';
import { WhereItStands } from './where-it-stands.ts';

const SIZES = { seed: 7, orders: 24, drivers: 8, hours: 1, afterwards: 300, pages: 50 };
const RATE = 120;
const COUNTS = {
  'kill-api': 2,
  'kill-worker': 1,
  'kill-redis': 1,
  'empty-redis': 1,
  'restart-postgres': 1,
  'cut-connections': 1,
};

describe('the city under faults', () => {
  let ground: OwnGround | undefined;
  let stands: WhereItStands;

  afterEach(async function () {
    this.timeout(60_000);
    if (this.currentTest?.state === 'failed') console.log(stands.line);
    await ground?.release();
  });

  it('adds up at the end of a day with faults of every kind', async function () {
    // Two to seven minutes, depending on the load of the machine. Every part of the day has a limit; their sum is less.
    this.timeout(1_500_000);
    stands = new WhereItStands();
    ground = await ownGround(RATE);
    const { own, folder, signal } = ground;
    const { onFigures, onHavoc } = stands;
    const played = await playUnderFaults({
      ...{ ...SIZES, own, folder, signal, counts: COUNTS },
      ...{ onFigures, onHavoc },
    });
    const { judgement, logbook, figures, havoc } = played;
    const findings = [...verdictLines(judgement.differences), ...logbook.mishaps].join('\n');
    expect(judgement.differences, findings).to.deep.equal([]);
    expect(Object.keys(Object.fromEntries(havoc?.done ?? []))).to.have.length(Object.keys(COUNTS).length);
    expect(figures.orders.throughPages, findings).to.be.greaterThan(0);
    expect(figures.groups.get('DELIVERED') ?? 0).to.be.greaterThan(0);
  });
});
