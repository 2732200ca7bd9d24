import { expect } from 'chai';
import { Logbook } from '../../../scripts/city/record/logbook.ts';
import type { GroupAct, OrderRecord, TaskAct } from '../../../scripts/city/record/logbook-types.ts';

const accept: TaskAct = {
  ...{ what: 'accept', at: 0, sentAt: 0, by: 'driver-1', key: 'key', reason: null },
  ...{ sent: 1, outcome: 'UNKNOWN', code: null, driverId: 'd', status: null },
};

function order(): OrderRecord {
  const totals = { goods: '10.00', shipping: '25.00', total: '35.00' };
  const group = { groupId: 'g', planned: 'p', sellerId: 's', method: 'STANDARD' as const, ...totals };
  return {
    ...{ orderId: 'o', number: 'W-1', planned: 'p', buyer: 'buyer-1', placedAt: 0, total: '35.00' },
    dropoff: { latitude: 25.3, longitude: 51.5 },
    groups: [{ ...group, lines: [], acts: [], taskId: null }],
  };
}

describe("the city's logbook", () => {
  let logbook: Logbook;

  beforeEach(() => {
    logbook = new Logbook({ url: '', seed: 1, rate: 40, foundedAt: 0, dayStart: 0, maxAlerts: null });
  });

  it('learns the group of a task that an unanswered command concerned', () => {
    logbook.placed(order());
    logbook.taskAct({ taskId: 't', groupId: '' }, accept);
    const seen = { at: 1, status: 'ACCEPTED' as const, driverId: 'd', round: 1, version: 2 };
    logbook.sighted({ taskId: 't', groupId: 'g' }, seen);
    expect(logbook.tasks.get('t')).to.deep.include({ groupId: 'g', acts: [accept], sightings: [seen] });
    expect(logbook.group('g')?.taskId).to.equal('t');
  });

  it('knows what was done for an order whose confirmation was answered after it', () => {
    const { driverId: _, status: __, ...packed }: TaskAct = { ...accept, by: 'shop-1' };
    const pack: GroupAct = { ...packed, what: 'pack' };
    logbook.groupAct('g', pack);
    logbook.groupAct('g', { ...pack, what: 'ready' });
    logbook.taskAct({ taskId: 't', groupId: 'g' }, accept);
    logbook.placed(order());
    logbook.groupAct('g', { ...pack, what: 'dispatcher-cancel' });
    expect(logbook.group('g')?.taskId).to.equal('t');
    expect(logbook.group('g')?.acts.map(({ what }) => what)).to.deep.equal([
      'pack',
      'ready',
      'dispatcher-cancel',
    ]);
  });
});
