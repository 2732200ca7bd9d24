import { expect } from 'chai';
import { useFakeTimers } from 'sinon';
import { actionsOf, OrderStore } from '../../../../consoles/seller/orders/order-store.ts';
import type { BoardGroup, BoardSnapshot } from '../../../../consoles/seller/orders/order-types.ts';
import { found } from '../../../../consoles/seller/orders/search.ts';
import { columnsOf, stageOf } from '../../../../consoles/seller/orders/stages.ts';
import { type LiveMessage, liveMessage } from '../../../../consoles/shared/live/live-message.ts';

const AT = '2026-02-10T09:00:00.000Z';

function group(id: string, changed: Partial<BoardGroup> = {}): BoardGroup {
  return {
    groupId: id,
    orderId: `order-${id}`,
    orderNumber: `W-2026-00000${id}`,
    status: 'PENDING_ACCEPTANCE',
    placedAt: AT,
    acceptBy: '2026-02-10T13:00:00.000Z',
    promisedTo: '2026-02-12',
    buyerName: 'Noora Al-Kuwari',
    goods: { amount: '90.00', currency: 'QAR' },
    firstLine: 'تمر خلاص فاخر',
    lineCount: 1,
    units: 2,
    unitsToGather: 0,
    taskStatus: null,
    pickupEta: null,
    dropoffEta: null,
    returnConfirmedAt: null,
    endedAt: null,
    version: 1,
    ...changed,
  };
}

function board(...groups: BoardGroup[]): BoardSnapshot {
  return {
    at: AT,
    clockRate: 1,
    complete: true,
    allowedActions: [
      { status: 'PENDING_ACCEPTANCE', actions: ['accept', 'reject'] },
      { status: 'RETURNED', actions: ['confirm-return', 'something-newer'] },
    ],
    groups,
  };
}

function updated(groupId: string, status: BoardGroup['status'], version: number): LiveMessage {
  const payload = {
    orderId: `order-${groupId}`,
    groupId,
    status,
    payment: 'PENDING',
    taskStatus: null,
    pickupEta: null,
    dropoffEta: null,
    version,
  };
  return liveMessage('group.updated', payload, {} as LiveMessage['stamp']);
}

/** Resolves when the store shows what it has received. */
function shown(store: OrderStore): Promise<void> {
  return new Promise((resolve) => {
    const leave = store.subscribe(() => {
      leave();
      resolve();
    });
  });
}

describe("a seller's board of orders in the console", () => {
  let store: OrderStore;
  let requested: string[][];
  let arrived: string[];
  let answers: BoardGroup[];
  beforeEach(() => {
    [requested, arrived, answers] = [[], [], []];
    store = new OrderStore({
      readGroups: async (ids) => {
        requested.push([...ids]);
        return answers;
      },
      onNew: (groups) => arrived.push(...groups.map(({ groupId }) => groupId)),
    });
  });
  afterEach(() => store.close());

  it('names the versions that it includes, and takes what it already has for nothing new', () => {
    expect(store.load(board(group('1'), group('2', { version: 4 })))).to.deep.equal({
      'order:order-1': 1,
      'order:order-2': 4,
    });
    expect(arrived).to.deep.equal([]);
    store.load(board(group('1'), group('3'), group('4', { status: 'ACCEPTED' })));
    expect(arrived).to.deep.equal(['3']);
  });

  it('updates a group, records when it ended, and ignores what is older', async () => {
    store.load(board(group('1', { version: 3 })));
    store.hear(updated('1', 'ACCEPTED', 2));
    store.hear(updated('1', 'REJECTED', 4));
    await shown(store);
    const now = store.view().groups.get('1');
    expect(now).to.include({ status: 'REJECTED', version: 4 });
    expect(now?.endedAt).to.be.a('string');
    expect(requested).to.deep.equal([]);
  });

  it('reads a group that it learns of for the first time, once, and announces it', async () => {
    store.load(board());
    answers = [group('7', { version: 2 })];
    store.hear(updated('7', 'PENDING_ACCEPTANCE', 1));
    store.hear(updated('7', 'PENDING_ACCEPTANCE', 2));
    await shown(store);
    expect(requested).to.deep.equal([['7']]);
    expect(store.view().groups.get('7')?.orderNumber).to.equal('W-2026-000007');
    expect(arrived).to.deep.equal(['7']);
  });

  it('requests a new group again that could not be read', async () => {
    const clock = useFakeTimers();
    let tries = 0;
    const patient = new OrderStore({
      readGroups: async () => {
        tries += 1;
        if (tries < 3) throw new Error('not now');
        return [group('7')];
      },
      onNew: (groups) => arrived.push(...groups.map(({ groupId }) => groupId)),
    });
    try {
      patient.load(board());
      patient.hear(updated('7', 'PENDING_ACCEPTANCE', 1));
      await clock.tickAsync(10_000);
      expect([tries, arrived]).to.deep.equal([3, ['7']]);
    } finally {
      patient.close();
      clock.restore();
    }
  });

  it('removes what ended twelve hours ago, on a page that stays open', async () => {
    const clock = useFakeTimers();
    const open = new OrderStore({ readGroups: async () => [] });
    try {
      open.load(board(group('1', { status: 'DELIVERED', endedAt: AT }), group('2')));
      await clock.tickAsync(11.9 * 3_600_000);
      expect([...open.view().groups.keys()]).to.deep.equal(['1', '2']);
      await clock.tickAsync(0.2 * 3_600_000);
      expect([...open.view().groups.keys()]).to.deep.equal(['2']);
    } finally {
      open.close();
      clock.restore();
    }
  });

  it('offers what the service allows; a return is confirmed once', () => {
    store.load(board());
    const returned = group('1', { status: 'RETURNED' });
    expect(actionsOf(store.view(), group('1'))).to.deep.equal(['accept', 'reject']);
    expect(actionsOf(store.view(), returned)).to.deep.equal(['confirm-return']);
    const confirmed = { ...returned, returnConfirmedAt: AT };
    expect(actionsOf(store.view(), confirmed)).to.deep.equal([]);
    expect([stageOf(returned), stageOf(confirmed)]).to.deep.equal(['back', 'ended']);
  });

  it('shows the most urgent first, and among ended ones the latest', () => {
    const columns = columnsOf([
      group('1', { acceptBy: '2026-02-10T15:00:00.000Z' }),
      group('2', { acceptBy: '2026-02-10T11:00:00.000Z' }),
      group('3', { status: 'DELIVERED', endedAt: '2026-02-10T08:00:00.000Z' }),
      group('4', { status: 'CANCELLED', endedAt: '2026-02-10T08:30:00.000Z' }),
    ]);
    expect(columns.new.map(({ groupId }) => groupId)).to.deep.equal(['2', '1']);
    expect(columns.ended.map(({ groupId }) => groupId)).to.deep.equal(['4', '3']);
  });

  it('searches by number, buyer and Arabic names, and adds what the service found', () => {
    const all = [group('1'), group('2', { buyerName: 'Hamad', firstLine: 'قهوة' })];
    const ids = (words: string, others: BoardGroup[] = []) =>
      found(all, words, others).map(({ groupId }) => groupId);
    expect(ids('000002')).to.deep.equal(['2']);
    expect(ids('noora')).to.deep.equal(['1']);
    expect(ids('قهوه')).to.deep.equal(['2']);
    expect(ids('hamad', [group('9'), group('2')])).to.deep.equal(['2', '9']);
  });
});
