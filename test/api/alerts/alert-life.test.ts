import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { raise } from '../../../server/dispatch/alerts/alert-consumer.ts';
import type { Cause, Condition } from '../../../server/dispatch/alerts/condition.ts';
import { watchCondition } from '../../../server/dispatch/alerts/watch-condition.ts';
import { watchConditions } from '../../../server/dispatch/alerts/watch-conditions.ts';
import type { Schema } from '../../support/api-client.ts';
import { DeliveryWorld } from '../../worlds/delivery-world.ts';
import { type Alert, AlertBoard } from './alert-board.ts';

const MINUTE = 60_000;

type Bell = Schema<'NotificationList'>;

describe('the life of an alert', () => {
  let world: DeliveryWorld;
  let board: AlertBoard;
  /** The causes that the condition under test finds. */
  let found: Cause[] | null;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
    board = new AlertBoard(world);
  });

  beforeEach(() => {
    found = [cause('a')];
  });

  afterEach(async () => {
    await world?.clear();
    await board?.wipe();
  });

  after(() => world?.close());

  const condition: Condition = { kind: 'QUEUE_BACKLOG', causes: async () => found };
  const look = async () => {
    await watchCondition(board.deps, condition);
    await world.settle();
  };
  const cause = (key: string, data = {}): Cause => {
    const since = '2026-02-12T10:00:00.000Z';
    return { key, subjectType: 'CHANNEL', subjectId: key, data: { channel: key, since, ...data } };
  };
  const alerts = (key = 'a') => board.about(key, 'QUEUE_BACKLOG');
  const detail = (id: string) => world.dispatcher.get<Schema<'AlertDetail'>>(`/dispatch/alerts/${id}`);

  it('is raised once, updated in place, and resolved automatically', async () => {
    await look();
    await look();
    found = [cause('a', { count: 2 })];
    await look();
    await look();
    found = [];
    await look();
    await look();
    const [alert, ...others] = await alerts();
    expect(others).to.deep.equal([]);
    expect(alert).to.deep.include({ status: 'RESOLVED', resolvedBy: null, count: 2, version: 3 });
    expect(alert?.data).to.include({ count: 2 });
    expect(board.eventsAbout(alert?.id ?? '')).to.deep.equal(['RAISED', 'UPDATED', 'RESOLVED']);
    const { history } = await detail(alert?.id ?? '');
    expect(history.map(({ version, change, status }) => [version, change, status])).to.deep.equal([
      [1, 'RAISED', 'OPEN'],
      [2, 'UPDATED', 'OPEN'],
      [3, 'RESOLVED', 'RESOLVED'],
    ]);
  });

  it('shows the board everything in both languages', async () => {
    await look();
    const [alert] = await alerts();
    const [pushed, ...others] = board.pushed;
    expect(others).to.deep.equal([]);
    expect(pushed?.event).to.equal('alert.raised');
    const { id, data: _, escalatedAt: __, acknowledgedAt: ___, ...rest } = alert as Alert;
    const { acknowledgeNote: _a, resolvedAt: _b, note: _c, ...shown } = rest;
    expect(pushed?.payload).to.deep.equal({ alertId: id, change: 'RAISED', ...shown });
  });

  it('records when its cause was last seen, without notifying anyone', async () => {
    await look();
    await world.later(2 * MINUTE);
    await look();
    const [alert] = await alerts();
    expect(Date.parse(alert?.lastSeenAt ?? '') - Date.parse(alert?.raisedAt ?? '')).to.be.at.least(
      2 * MINUTE,
    );
    expect(alert).to.include({ version: 1, count: 1 });
    expect(board.pushed).to.have.length(1);
  });

  it('stays as it is while its condition cannot be read', async () => {
    await look();
    found = null;
    await look();
    expect((await alerts())[0]?.status).to.equal('OPEN');
  });

  it('records who acknowledged it, when and with what note, and stays acknowledged when it changes', async () => {
    await look();
    const [{ id }] = (await alerts()) as [Alert];
    const path = `/dispatch/alerts/${id}/acknowledge`;
    const first = await world.dispatcher.call<Alert>('POST', path, {
      body: { note: 'Calling' },
      key: 'mine',
    });
    expect(first.body).to.include({ status: 'ACKNOWLEDGED', acknowledgeNote: 'Calling', version: 2 });
    expect(first.headers.get('etag')).to.equal('"2"');
    const again = await world.dispatcher.call<Alert>('POST', path, {
      body: { note: 'Calling' },
      key: 'mine',
    });
    expect(again.body).to.deep.equal(first.body);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    expect(await world.secondDispatcher.post<Alert>(path, { note: 'Me, too' })).to.deep.equal(first.body);
    found = [cause('a', { count: 7 })];
    await look();
    const [updated] = await alerts();
    expect(updated).to.include({
      status: 'ACKNOWLEDGED',
      acknowledgedBy: first.body.acknowledgedBy,
      version: 3,
    });
    expect(board.eventsAbout(id)).to.deep.equal(['RAISED', 'ACKNOWLEDGED', 'UPDATED']);
    const { history } = await detail(id);
    expect(history[1]).to.include({ accountId: first.body.acknowledgedBy, note: 'Calling' });
  });

  it('cannot be acknowledged once it was resolved unacknowledged', async () => {
    await look();
    found = [];
    await look();
    const [{ id }] = (await alerts()) as [Alert];
    const problem = await world.dispatcher.refused(
      409,
      'alert.INVALID_STATE',
      'POST',
      `/dispatch/alerts/${id}/acknowledge`,
    );
    expect(problem).to.deep.include({ currentState: 'RESOLVED', allowedCommands: [] });
    const resolved = await world.dispatcher.post<Alert>(`/dispatch/alerts/${id}/resolve`);
    expect(resolved).to.include({ status: 'RESOLVED', resolvedBy: null });
  });

  it('returns after the quiet time when a person resolved it while its cause lasts', async () => {
    await look();
    const [first] = (await alerts()) as [Alert];
    await world.dispatcher.post(`/dispatch/alerts/${first.id}/resolve`, { note: 'Known' });
    await look();
    await world.later(14 * MINUTE);
    await look();
    expect(await alerts(), 'quiet').to.have.length(1);
    await world.later(2 * MINUTE);
    await look();
    const [again] = (await alerts()) as [Alert];
    expect(again).to.include({ status: 'OPEN', version: 1 });
    expect(again.id).not.to.equal(first.id);
  });

  it('returns at once when its cause has ended and begun again', async () => {
    await look();
    const [first] = (await alerts()) as [Alert];
    await world.dispatcher.post(`/dispatch/alerts/${first.id}/resolve`);
    await look();
    found = [];
    await look();
    found = [cause('a')];
    await look();
    expect((await alerts()).map(({ status }) => status)).to.deep.equal(['OPEN', 'RESOLVED']);
    expect(board.eventsAbout(first.id)).to.deep.equal(['RAISED', 'RESOLVED']);
  });

  it('is announced once, however many processes check at the same time', async () => {
    found = ['a', 'b', 'c'].map((key) => cause(key));
    await Promise.all(Array.from({ length: 6 }, look));
    found = ['a', 'b'].map((key) => cause(key, { count: 3 }));
    await Promise.all(Array.from({ length: 6 }, look));
    await look();
    const changes = board.pushed.map(({ payload }) => `${payload.subjectId} ${payload.change}`).sort();
    const expected = ['a RAISED', 'a UPDATED', 'b RAISED', 'b UPDATED', 'c RAISED', 'c RESOLVED'];
    expect(changes).to.deep.equal(expected);
    expect(new Set(board.pushed.map(({ id }) => id)).size).to.equal(changes.length);
  });

  it('resolved by a dispatcher while it changes ends up resolved, and no change is lost', async () => {
    for (let count = 0; count < 5; count += 1) {
      found = [cause('a', { count })];
      await look();
      const [{ id }] = (await alerts()) as [Alert];
      found = [cause('a', { count: `${count} again` })];
      await Promise.all([world.dispatcher.post(`/dispatch/alerts/${id}/resolve`), look()]);
      await world.settle();
      const { history, version } = await detail(id);
      expect(history.map((change) => change.version)).to.deep.equal(
        Array.from({ length: version }, (_, index) => index + 1),
      );
      expect(history.at(-1)?.change).to.equal('RESOLVED');
      expect(board.eventsAbout(id)).to.have.length(version);
      await board.wipe();
    }
  });

  it('is raised in portions when there are very many, and all of them are resolved', async function () {
    // Four hundred transactions one after the other, on a machine that may be busy.
    this.timeout(90_000);
    found = Array.from({ length: 230 }, (_, index) => cause(`c${String(index).padStart(3, '0')}`));
    const open = async () => {
      const { counts } = await world.dispatcher.get<Schema<'AlertList'>>('/dispatch/alerts');
      return counts.find(({ kind }) => kind === 'QUEUE_BACKLOG')?.open ?? 0;
    };
    await look();
    expect(await open()).to.equal(50);
    for (let count = 0; count < 4; count += 1) await look();
    expect(await open()).to.equal(200);
    found = found.slice(220);
    await look();
    expect(await open()).to.equal(0);
    await look();
    expect(await open()).to.equal(10);
  });

  it('escalates once when it is not acknowledged, and not at all when it is', async () => {
    found = [cause('a'), cause('b')];
    await look();
    const [mine] = (await alerts('b')) as [Alert];
    await world.dispatcher.post(`/dispatch/alerts/${mine.id}/acknowledge`);
    await world.later(31 * MINUTE);
    await look();
    const causes = found;
    const duty = watchConditions(board.deps, [{ kind: 'QUEUE_BACKLOG', causes: async () => causes }]);
    await duty();
    await duty();
    await world.settle();
    const [escalated] = (await alerts('a')) as [Alert];
    expect(escalated).to.include({ severity: 'CRITICAL', status: 'OPEN', version: 2 });
    expect(escalated.escalatedAt).not.to.equal(null);
    expect((await alerts('b'))[0]?.severity).to.equal('WARNING');
    expect(board.eventsAbout(escalated.id)).to.deep.equal(['RAISED', 'ESCALATED']);
  });

  it('counts repeated reports of an actor about an open alert, each report once', async () => {
    const { groupId } = await world.ready();
    const about = {
      kind: 'GROUP_REJECTED' as const,
      dedupeKey: `g:${groupId}`,
      subjectType: 'GROUP',
      subjectId: groupId,
    };
    const { deps } = world.service.inside;
    const words = [uuidv7(), uuidv7()] as const;
    expect(await raise(deps, { ...about, data: { round: 1 } }, words[0])).to.equal(true);
    for (const _ of [1, 2]) {
      expect(await raise(deps, { ...about, data: { round: 2 } }, words[1])).to.equal(false);
      expect(await raise(deps, { ...about, data: { round: 1 } }, words[0])).to.equal(false);
    }
    const [alert] = await board.about(groupId, 'GROUP_REJECTED');
    expect(alert).to.deep.include({ count: 2, version: 2, data: { round: 2 } });
  });

  it('rings once for every dispatcher', async () => {
    await look();
    await look();
    for (const dispatcher of [world.dispatcher, world.secondDispatcher]) {
      const bell = await dispatcher.get<Bell>('/notifications?limit=100');
      const rung = bell.data.filter(
        ({ data }) => data.subjectId === 'a' && data.alertKind === 'QUEUE_BACKLOG',
      );
      const [alert] = (await alerts()) as [Alert];
      const mine = rung.filter(({ data }) => data.alertId === alert.id);
      expect(mine).to.have.length(1);
      expect(mine[0]).to.include({ kind: 'ALERT', title: 'Alert', body: alert.message.en });
    }
  });

  it('of a missed acceptance deadline notifies the seller and the dispatchers, each in suitable words', async () => {
    const { groupId, number } = await world.order();
    await world.later(4 * 60 * MINUTE + 1_000);
    const [alert] = (await board.about(groupId, 'ACCEPTANCE_DEADLINE_MISSED')) as [Alert];
    const bell = await world.dispatcher.get<Bell>('/notifications');
    const notification = bell.data.find(
      ({ kind, data }) => kind === 'DEADLINE_MISSED' && data.alertId === alert.id,
    );
    expect(notification?.body).to.equal(`Souq Waqif Sweets has not accepted order ${number} in time.`);
    const shop = await world.seller.get<Bell>('/notifications');
    expect(shop.data.find(({ kind }) => kind === 'DEADLINE_MISSED')?.body).to.contain(
      'You can still accept it',
    );
  });

  it('is listed by status, kind, severity and subject, and counted per kind', async () => {
    const { taskId } = await world.ready();
    found = [cause('a'), { ...cause('b'), severity: 'CRITICAL' }];
    await look();
    const list = async (query: string) =>
      (await world.dispatcher.get<Schema<'AlertList'>>(`/dispatch/alerts?${query}`)).data.map(
        ({ subjectId }) => subjectId,
      );
    expect(await list('kind=QUEUE_BACKLOG')).to.have.members(['a', 'b']);
    expect(await list('kind=QUEUE_BACKLOG&severity=CRITICAL')).to.deep.equal(['b']);
    expect(await list('subjectType=CHANNEL&subjectId=a')).to.deep.equal(['a']);
    expect(await list(`subjectType=TASK&subjectId=${taskId}&status=OPEN`)).to.deep.equal([taskId]);
    const [{ id }] = (await alerts('b')) as [Alert];
    await world.dispatcher.post(`/dispatch/alerts/${id}/acknowledge`);
    const [other] = (await alerts('a')) as [Alert];
    await world.dispatcher.post(`/dispatch/alerts/${other.id}/resolve`);
    expect(await list('unresolved=true&kind=QUEUE_BACKLOG')).to.deep.equal(['b']);
    const { counts } = await world.dispatcher.get<Schema<'AlertList'>>('/dispatch/alerts?limit=1');
    expect(counts).to.deep.include({ kind: 'QUEUE_BACKLOG', open: 0, acknowledged: 1, critical: 1 });
    await world.dispatcher.refused(404, 'common.NOT_FOUND', 'GET', `/dispatch/alerts/${uuidv7()}`);
    await world.dispatcher.refused(422, 'common.VALIDATION_FAILED', 'GET', '/dispatch/alerts?severity=LOUD');
  });
});
