import { expect } from 'chai';
import type { AnyOrderFacts, OrderCommand } from '../../../actors/order/behaviours.ts';
import { orderMachine } from '../../../actors/order/machine.ts';
import { etasOf, findTask, type OrderState } from '../../../actors/order/state.ts';
import type { Effect, JsonObject } from '../../../actors/runtime/machine.ts';
import {
  buyer,
  contextOf,
  dispatcher,
  driverCalled,
  groupId,
  idOf,
  orderCreation,
  placedGroup,
  system,
  taskId,
  ZONE,
} from '../../worlds/pure/fixtures.ts';
import { decide, facts, groupIn, onGroup, onTask, placed, step, taskIn } from './order-walk.ts';

function effectsOf(
  state: OrderState,
  command: OrderCommand,
  changes: Parameters<typeof decide>[2] = {},
): Effect[] {
  const decision = decide(state, command, changes);
  if (decision.outcome !== 'accepted') throw new Error(JSON.stringify(decision));
  let before = state;
  return decision.events.flatMap((event) => {
    const next = orderMachine.evolve(before, event);
    const context = contextOf({ command: command.type, reason: 'because', by: command.by });
    const effects = orderMachine.react(before, event, next, context, {
      ...facts,
      ...changes,
    } as AnyOrderFacts);
    before = next;
    return effects;
  });
}

const commandsOf = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.do === 'command' ? [`${effect.to.kind} ${effect.type}`] : []));
const kindOf = (payload: JsonObject) => payload.kind ?? payload.cause;
const kindsOf = (effects: readonly Effect[]) =>
  effects.flatMap((effect) =>
    effect.do === 'consume' && effect.consumer !== 'publish'
      ? [`${effect.consumer} ${kindOf(effect.payload)}`]
      : [],
  );
const factsIn = (effects: readonly Effect[]) =>
  effects.flatMap((effect) =>
    effect.do === 'consume' && effect.consumer === 'publish'
      ? effect.payload.facts.map(({ kind, sellerId, data }) => [kind, sellerId, data.status])
      : [],
  );
const roomsOf = (effects: readonly Effect[], event: string) =>
  effects.flatMap((effect) => (effect.do === 'push' && effect.event === event ? effect.rooms : []));
const driver = driverCalled('driver');
const driverRoom = `driver:${idOf('driver')}`;

describe('what follows from an order’s events', () => {
  it('placing sets each group’s deadline and notifies buyer and sellers', () => {
    const creation = orderCreation([placedGroup(0), placedGroup(1)]);
    const effects = orderMachine.react(
      null,
      creation,
      orderMachine.evolve(null, creation),
      contextOf(),
      null,
    );
    const timers = effects.filter((effect) => effect.do === 'set-timer');
    expect(timers.map(({ name }) => name)).to.deep.equal([0, 1].map((n) => `accept:${groupId(n)}`));
    expect(kindsOf(effects)).to.deep.equal(['notify ORDER_PLACED', 'notify NEW_ORDER', 'notify NEW_ORDER']);
    expect(roomsOf(effects, 'group.updated')).to.deep.equal(
      [0, 1].flatMap((n) => [`seller:${idOf(`seller-${n}`)}`, 'dispatch']),
    );
  });

  it('webhooks of each seller are told of its group alone, those of the platform of the task', () => {
    const creation = orderCreation([placedGroup(0), placedGroup(1)]);
    const made = orderMachine.react(null, creation, orderMachine.evolve(null, creation), contextOf(), null);
    expect(factsIn(made)).to.deep.equal(
      [0, 1].map((n) => ['order.placed', idOf(`seller-${n}`), 'PENDING_ACCEPTANCE']),
    );
    const seller = idOf('seller-0');
    expect(factsIn(effectsOf(placed(), onGroup('accept')))).to.deep.equal([
      ['order.updated', seller, 'ACCEPTED'],
    ]);
    expect(factsIn(effectsOf(groupIn('PACKED'), onGroup('ready')))).to.deep.equal([
      ['order.updated', seller, 'READY_FOR_PICKUP'],
      ['task.created', null, 'UNASSIGNED'],
    ]);
  });

  it('a missed deadline raises one alert; accepting late closes it', () => {
    const missed = effectsOf(placed(), onGroup('deadline-passed', system));
    expect(kindsOf(missed)).to.deep.equal(['alert ACCEPTANCE_DEADLINE_MISSED', 'notify DEADLINE_MISSED']);
    const state = step(placed(), onGroup('deadline-passed', system));
    expect(decide(state, onGroup('deadline-passed', system)).outcome).to.equal('unchanged');
    const late = effectsOf(state, onGroup('accept'));
    expect(late).to.deep.include({
      do: 'consume',
      consumer: 'alert',
      payload: {
        kind: 'ACCEPTANCE_DEADLINE_MISSED',
        dedupeKey: `acceptance-deadline:${groupId(0)}`,
        subjectType: 'GROUP',
        subjectId: groupId(0),
        data: {},
        close: true,
      },
    });
  });

  it('a rejected or cancelled group returns its stock and stops its deadline', () => {
    const rejected = effectsOf(placed(), onGroup('reject'));
    expect(kindsOf(rejected)).to.include.members([
      `return-stock reject:${groupId(0)}`,
      'notify GROUP_REJECTED',
      'alert GROUP_REJECTED',
    ]);
    const cancelled = effectsOf(placed(), onGroup('cancel-group', buyer));
    expect(kindsOf(cancelled)).to.include.members([`return-stock cancel:${groupId(0)}`, 'notify CANCELLED']);
    for (const effects of [rejected, cancelled]) {
      expect(effects).to.deep.include({ do: 'cancel-timer', name: `accept:${groupId(0)}` });
    }
  });

  it('cancelling an assigned task releases the driver, the ticket and the timer', () => {
    const effects = effectsOf(taskIn('ASSIGNED'), onGroup('cancel-group', dispatcher));
    expect(commandsOf(effects)).to.deep.equal(['driver release']);
    const waiting = effectsOf(taskIn('UNASSIGNED'), onGroup('cancel-group', dispatcher));
    expect(commandsOf(waiting)).to.deep.equal(['zone withdraw']);
    expect(effects).to.deep.include({ do: 'cancel-timer', name: `offer:${taskId(0)}` });
    expect(kindsOf(effects)).to.include('notify TASK_WITHDRAWN');
    expect(roomsOf(effects, 'task.updated')).to.deep.equal(['dispatch', `zone:${ZONE}`, driverRoom]);
  });

  it('a ready group waits in its zone, or raises an alert when it has none', () => {
    const ready = effectsOf(groupIn('PACKED'), onGroup('ready'));
    expect(commandsOf(ready)).to.deep.equal(['zone enqueue']);
    const nowhere = effectsOf(groupIn('PACKED'), onGroup('ready'), { homeZoneId: null });
    expect(commandsOf(nowhere)).to.deep.equal([]);
    expect(kindsOf(nowhere)).to.include('alert TASK_WITHOUT_ZONE');
    const homeless = step(groupIn('PACKED'), onGroup('ready'), { homeZoneId: null });
    const byHand = onTask('assign-by-hand', dispatcher, { driverId: idOf('driver'), offerId: idOf('o') });
    const failed = onTask('hand-assignment-failed', system, {
      offerId: idOf('o'),
      code: 'delivery.OUTSIDE_ZONES',
    });
    const opened = step(homeless, byHand, { homeZoneId: null });
    const found = effectsOf(opened, failed);
    expect(commandsOf(found)).to.deep.equal(['zone enqueue']);
    expect(
      found.filter(
        (effect) => effect.do === 'consume' && effect.consumer === 'alert' && effect.payload.close === true,
      ),
    ).to.have.length(1);
  });

  it('a task queued again leaves its former zone, and an alert reports that it had been lost', () => {
    const again = effectsOf(taskIn('UNASSIGNED'), onTask('requeue', system, { round: 1 }));
    expect(commandsOf(again)).to.deep.equal(['zone withdraw', 'zone enqueue']);
    expect(kindsOf(again)).to.include('alert TASK_WITHOUT_TICKET');
    const homeless = step(groupIn('PACKED'), onGroup('ready'), { homeZoneId: null });
    const found = effectsOf(homeless, onTask('requeue', system, { round: 1 }));
    expect(commandsOf(found)).to.deep.equal(['zone enqueue']);
    expect(kindsOf(found)).not.to.include('alert TASK_WITHOUT_TICKET');
    expect(kindsOf(found)).to.include('alert TASK_WITHOUT_ZONE');
  });

  it('a task whose home zone changed moves there, and was not lost', () => {
    const moved = onTask('requeue', system, { round: 1, because: 'ZONE_CHANGED' });
    const effects = effectsOf(taskIn('UNASSIGNED'), moved, { homeZoneId: idOf('zone-2') });
    expect(commandsOf(effects)).to.deep.equal(['zone withdraw', 'zone enqueue']);
    expect(kindsOf(effects)).not.to.include('alert TASK_WITHOUT_TICKET');
    expect(roomsOf(effects, 'task.updated')).to.include(`zone:${idOf('zone-2')}`);
  });

  it('the driver’s steps are reported with the offer under which the driver has the task', () => {
    for (const [state, command] of [
      [taskIn('ACCEPTED'), onTask('pick-up')],
      [taskIn('IN_TRANSIT'), onTask('arrive')],
      [taskIn('CODE_VERIFIED'), onTask('record-cash', driver, { amount: '125.00' })],
      [taskIn('CASH_RECORDED'), onTask('complete')],
    ] as const) {
      const [told] = effectsOf(state, command).filter((effect) => effect.do === 'command');
      expect(told?.payload, command.type).to.include({ taskId: taskId(0), offerId: idOf('offer-1') });
    }
  });

  it('every event contains the arrival time, because one that was overtaken is never shown', () => {
    const etas = { pickupEta: '2026-03-01T08:40:00.000Z', dropoffEta: '2026-03-01T09:05:00.000Z' };
    const told = onTask('eta-changed', system, { offerId: idOf('offer-1'), driverVersion: 7, ...etas });
    const pushed = (effects: readonly Effect[], name: string) =>
      effects.flatMap((effect) => (effect.do === 'push' && effect.event === name ? [effect.payload] : []));
    const behind = { ...etas, pickupEta: null };
    const nobody = { pickupEta: null, dropoffEta: null };
    let state = taskIn('ACCEPTED');
    for (const [command, expected] of [
      [told, etas],
      [onTask('pick-up'), behind],
      [onTask('in-transit'), behind],
      [onTask('fail', driver, { failure: 'NOBODY_HOME' }), nobody],
      // The way there was the failed attempt's; the driver's route has not reported the new one yet.
      [onTask('retry', dispatcher), nobody],
    ] as const) {
      const effects = effectsOf(state, command);
      for (const name of ['task.updated', 'group.updated'])
        expect(pushed(effects, name)[0], `${name} of ${command.type}`).to.deep.include(expected);
      const { dropoffEta } = expected;
      expect(pushed(effects, 'order.updated')[0], command.type).to.deep.include({ dropoffEta });
      expect(pushed(effects, 'order.updated')[0], command.type).not.to.have.property('pickupEta');
      state = step(state, command);
    }
    const before = step(taskIn('ACCEPTED'), told);
    const back = effectsOf(before, onTask('unassign', dispatcher, { round: 1 }));
    expect(pushed(back, 'task.updated')[0]).to.deep.include(nobody);
  });

  it('an arrival planned before a failed attempt, and told after its retry, is not shown', () => {
    const told = (driverVersion: number, dropoffEta: string, more: { attempt?: number } = {}) =>
      onTask('eta-changed', system, { offerId: idOf('offer-1'), driverVersion, dropoffEta, ...more });
    const shown = (state: OrderState) => etasOf(findTask(state, taskId(0))?.task).dropoffEta;
    const old = '2026-03-01T08:40:00.000Z';
    const later = '2026-03-01T09:30:00.000Z';
    const latest = '2026-03-01T10:20:00.000Z';
    let state = step(taskIn('IN_TRANSIT'), told(7, old));
    for (const attempt of [2, 3]) {
      state = step(state, onTask('fail', driver, { failure: 'NOBODY_HOME' }));
      state = step(state, onTask('retry', dispatcher));
      const late = told(10 * attempt, old, attempt === 2 ? {} : { attempt: 2 });
      expect(decide(state, late).outcome, `before attempt ${attempt}`).to.equal('unchanged');
      expect(shown(state)).to.equal(null);
      state = step(state, told(10 * attempt + 1, later, { attempt }));
      expect(shown(state)).to.equal(later);
    }
    expect(shown(step(state, told(32, latest, { attempt: 3 })))).to.equal(latest);
  });

  it('an offer is shown to its driver only by the assignment', () => {
    const decision = decide(
      taskIn('UNASSIGNED'),
      onTask('assign-by-hand', dispatcher, { driverId: idOf('driver'), offerId: idOf('o') }),
    );
    const opened = effectsOf(taskIn('UNASSIGNED'), {
      type: 'assign-by-hand',
      by: dispatcher,
      taskId: taskId(0),
      driverId: idOf('driver'),
      offerId: idOf('o'),
    });
    expect(decision.outcome).to.equal('accepted');
    expect(commandsOf(opened)).to.deep.equal(['zone withdraw', 'driver reserve']);
    expect(roomsOf(opened, 'task.updated')).not.to.include(driverRoom);
    expect(roomsOf(opened, 'task.offered')).to.deep.equal([]);
  });

  it('a denial reaches the driver and the zone, and no one else', () => {
    const vain = onTask('assign', system, {
      round: 9,
      offerId: idOf('x'),
      driverId: idOf('other'),
      zoneId: ZONE,
    });
    const effects = effectsOf(taskIn('ACCEPTED'), vain);
    expect(effects).to.have.length(2);
    expect(commandsOf(effects)).to.deep.equal(['driver release', 'zone offer-denied']);
    const byHand = effectsOf(taskIn('ACCEPTED'), { ...vain, zoneId: null } as OrderCommand);
    expect(commandsOf(byHand)).to.deep.equal(['driver release']);
  });

  it('a new round may wait in another zone, and both zones are notified', () => {
    const elsewhere = { homeZoneId: idOf('zone-2') };
    const effects = effectsOf(taskIn('ASSIGNED'), onTask('decline'), elsewhere);
    const zones = effects.flatMap((effect) =>
      effect.do === 'command' && effect.to.kind === 'zone' ? [[effect.to.key, effect.type]] : [],
    );
    expect(zones).to.deep.equal([[idOf('zone-2'), 'enqueue']]);
    expect(roomsOf(effects, 'task.updated')).to.include.members([
      `zone:${ZONE}`,
      `zone:${idOf('zone-2')}`,
      driverRoom,
    ]);
  });

  it('the encrypted code goes to the notification alone; its hash goes nowhere', () => {
    const effects = effectsOf(taskIn('IN_TRANSIT'), onTask('request-code'));
    const [code, ...others] = [
      ...effects.filter((effect) => effect.do === 'consume'),
      ...effects.filter((effect) => effect.do !== 'consume'),
    ];
    expect(code).to.have.nested.property('payload.sealed', facts.code.sealed);
    expect(code).to.have.nested.property('payload.accountId', idOf('buyer'));
    expect(JSON.stringify(others)).not.to.contain(facts.code.sealed);
    expect(JSON.stringify(effects)).not.to.contain(facts.code.hash);
  });

  it('completion divides the cash: goods less commission, commission, shipping', () => {
    const post = effectsOf(taskIn('CASH_RECORDED'), onTask('complete', driver)).find(
      ({ do: what }) => what === 'post',
    );
    expect(post).to.have.deep.nested.property('journal.cause', `completion:${taskId(0)}`);
    const lines = post?.do === 'post' ? post.journal.lines : [];
    expect(lines.map(({ account, amount }) => [account, amount])).to.deep.equal([
      ['clearing', '125.00'],
      [`seller:${idOf('seller-0')}`, '-90.00'],
      ['commission', '-10.00'],
      ['shipping', '-25.00'],
    ]);
  });
});

describe('an order’s rows', () => {
  it('record every status change once, with who, why and from where', () => {
    const state = taskIn('ACCEPTED');
    const decision = decide(state, onTask('pick-up'));
    if (decision.outcome !== 'accepted') throw new Error('refused');
    const next = orderMachine.evolve(state, decision.events[0] as never);
    const context = contextOf({ command: 'pick-up', by: driver, reason: null, version: 9 });
    const rows = orderMachine.project(next, decision.events, context);
    expect(rows.map(({ table, op }) => `${op} ${table}`)).to.deep.equal([
      'update orders',
      'update order_groups',
      'upsert delivery_tasks',
      'insert transitions',
      'insert transitions',
    ]);
    const history = rows.slice(3).map(({ row }) => [row.subject_type, row.from_state, row.to_state]);
    expect(history).to.deep.equal([
      ['TASK', 'ACCEPTED', 'PICKED_UP'],
      ['GROUP', 'READY_FOR_PICKUP', 'PICKED_UP'],
    ]);
    expect(new Set(rows.slice(3).map(({ row }) => row.id)).size).to.equal(2);
    for (const { row } of rows) expect(row.actor_version).to.equal(9);
  });

  it('explain an assignment by hand', () => {
    const byHand = onTask('assign-by-hand', dispatcher, { driverId: idOf('driver'), offerId: idOf('o') });
    const decision = decide(taskIn('UNASSIGNED'), byHand);
    if (decision.outcome !== 'accepted') throw new Error('refused');
    const rows = orderMachine.project(step(taskIn('UNASSIGNED'), byHand), decision.events, contextOf());
    expect(rows.find(({ table }) => table === 'assignment_choices')?.row).to.include({
      manual: true,
      round: 2,
      chosen_driver_id: idOf('driver'),
    });
  });
});
