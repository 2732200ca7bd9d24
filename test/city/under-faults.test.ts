import { expect } from 'chai';
import { playUnderFaults } from './faults/play-under-faults.ts';
import { type OwnGround, ownGround } from './own-ground.ts';
import { verdictLines } from './verdict/print-verdict.ts';

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

  afterEach(async function () {
    this.timeout(60_000);
    await ground?.release();
  });

  it('adds up at the end of a day with faults of every kind', async function () {
    this.timeout(600_000);
    ground = await ownGround(RATE);
    const { own, folder, signal } = ground;
    const played = await playUnderFaults({ ...SIZES, own, folder, signal, counts: COUNTS });
    const { judgement, logbook, figures, havoc } = played;
    const told = [...verdictLines(judgement.differences), ...logbook.mishaps].join('\n');
    expect(judgement.differences, told).to.deep.equal([]);
    expect(Object.keys(Object.fromEntries(havoc?.done ?? []))).to.have.length(Object.keys(COUNTS).length);
    expect(figures.orders.throughPages, told).to.be.greaterThan(0);
    expect(figures.groups.get('DELIVERED') ?? 0).to.be.greaterThan(0);
  });
});
