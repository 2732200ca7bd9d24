import { expect } from 'chai';
import { deterministicId } from '../../../actors/runtime/deterministic-id.ts';
import type { Decision, Effect, RowOp } from '../../../actors/runtime/machine.ts';
import type { ZoneCommand, ZoneEvent } from '../../../actors/zone/behaviours.ts';
import { zoneMachine } from '../../../actors/zone/machine.ts';
import type { ZoneTicket } from '../../../actors/zone/state.ts';
import {
  contextOf,
  dispatcher,
  groupId,
  idOf,
  minutes,
  ORDER,
  SOUQ,
  system,
  T0,
  taskId,
  WEST_BAY,
  ZONE,
  zoneCreation,
} from '../../worlds/pure/fixtures.ts';

const zone = zoneMachine.evolve(null, zoneCreation());
const offerId = deterministicId('offer');
const driverId = idOf('driver');

const enqueue = (round: number): ZoneCommand => ({
  type: 'enqueue',
  by: system,
  taskId: taskId(0),
  orderId: ORDER,
  groupId: groupId(0),
  round,
  pickup: SOUQ,
  dropoff: WEST_BAY,
  cod: '125.00',
  items: 2,
  dueBy: minutes(360),
  excluded: [{ driverId: idOf('declined'), until: null }],
});
const give = (type: string, more: object = {}): ZoneCommand =>
  ({ type, by: system, taskId: taskId(0), round: 2, attempt: 1, offerId, driverId, ...more }) as ZoneCommand;
const choice = { policy: 'INSERTION', candidates: [{ driverId, cost: 12 }], excludedBy: { OFF_DUTY: 3 } };

const decide = (command: ZoneCommand, ticket: ZoneTicket | null): Decision<ZoneEvent> =>
  zoneMachine.decide(zone, command, { now: T0, ticket });

function eventOf(command: ZoneCommand, ticket: ZoneTicket | null): ZoneEvent {
  const decision = decide(command, ticket);
  const [event] = decision.outcome === 'accepted' ? decision.events : [];
  if (event === undefined) throw new Error(JSON.stringify(decision));
  return event;
}
const effectsOf = (command: ZoneCommand, ticket: ZoneTicket | null): readonly Effect[] =>
  zoneMachine.react(zone, eventOf(command, ticket), zone, contextOf(), null);
const rowsOf = (command: ZoneCommand, ticket: ZoneTicket | null): readonly RowOp[] =>
  zoneMachine.project(zone, [eventOf(command, ticket)], contextOf({ version: 5 }));

function waiting(changes: Partial<ZoneTicket> = {}): ZoneTicket {
  const event = eventOf(enqueue(2), null);
  if (event.type !== 'TICKET_ENQUEUED') throw new Error(event.type);
  return { ...event.ticket, ...changes };
}
const offering = (changes: Partial<ZoneTicket> = {}) =>
  waiting({ status: 'OFFERING', offerId, driverId, ...changes });

const TICKETS: Record<string, ZoneTicket | null> = {
  'no ticket': null,
  'a waiting ticket': waiting(),
  'an offered ticket': offering(),
  'a ticket of an earlier round': offering({ round: 1 }),
  'a ticket of a later round': offering({ round: 3 }),
  'a later attempt': waiting({ attempt: 2 }),
  'another offer': offering({ offerId: idOf('another') }),
  'another zone’s ticket': offering({ zoneId: idOf('elsewhere') }),
  'another zone’s older ticket': waiting({ zoneId: idOf('elsewhere'), round: 1 }),
};
const COMMANDS: Record<string, ZoneCommand> = {
  enqueue: enqueue(2),
  offer: give('offer', choice),
  'no-candidate': give('no-candidate', choice),
  'offer-refused': give('offer-refused', { rule: 'CAPACITY' }),
  'offer-denied': give('offer-denied', { waitingRound: 2 }),
  'offer-settled': give('offer-settled'),
  withdraw: give('withdraw'),
  retry: give('retry'),
};
/** What each command does to a ticket that it fits; everything else leaves the queue as it is. */
const FITS: Record<string, Record<string, string>> = {
  enqueue: {
    'no ticket': 'TICKET_ENQUEUED',
    'a ticket of an earlier round': 'TICKET_ENQUEUED',
    'another zone’s older ticket': 'TICKET_ENQUEUED',
  },
  offer: { 'a waiting ticket': 'OFFER_OPENED' },
  'no-candidate': { 'a waiting ticket': 'NO_CANDIDATE_FOUND' },
  'offer-refused': { 'an offered ticket': 'TICKET_RETRIED' },
  'offer-denied': { 'an offered ticket': 'TICKET_RETRIED' },
  'offer-settled': {
    'a waiting ticket': 'TICKET_REMOVED',
    'an offered ticket': 'TICKET_REMOVED',
    'a ticket of an earlier round': 'TICKET_REMOVED',
    'a later attempt': 'TICKET_REMOVED',
    'another offer': 'TICKET_REMOVED',
  },
  withdraw: {
    'no ticket': 'TICKET_FORBIDDEN',
    'another zone’s ticket': 'TICKET_FORBIDDEN',
    'another zone’s older ticket': 'TICKET_FORBIDDEN',
    'a waiting ticket': 'TICKET_REMOVED',
    'an offered ticket': 'TICKET_REMOVED',
    'a ticket of an earlier round': 'TICKET_REMOVED,TICKET_FORBIDDEN',
    'a ticket of a later round': 'TICKET_FORBIDDEN',
    'a later attempt': 'TICKET_REMOVED',
    'another offer': 'TICKET_REMOVED',
  },
  retry: { 'a waiting ticket': 'TICKET_RETRIED' },
};

describe('a zone’s queue', () => {
  for (const [type, command] of Object.entries(COMMANDS)) {
    for (const [name, ticket] of Object.entries(TICKETS)) {
      it(`${type} finds ${name}`, () => {
        const decision = decide(command, ticket);
        const events = decision.outcome === 'accepted' ? decision.events : [];
        expect(events.map((event) => event.type).join()).to.equal(FITS[type]?.[name] ?? '');
        if (events.length === 0) expect(decision.outcome).to.equal('unchanged');
      });
    }
  }

  it('accepts commands from the service alone', () => {
    const answer = decide({ ...enqueue(1), by: dispatcher }, null);
    expect(answer).to.have.nested.property('refusal.code', 'auth.FORBIDDEN');
  });

  it('requests a choice for a new ticket, and closes the alert of a replaced one', () => {
    const choose = { zoneId: ZONE, taskId: taskId(0), round: 2, attempt: 1 };
    expect(effectsOf(enqueue(2), null)).to.deep.equal([
      { do: 'consume', consumer: 'choose', payload: choose },
    ]);
    const [close] = effectsOf(enqueue(2), waiting({ round: 1, attempt: 3 }));
    expect(close).to.have.nested.property('payload.dedupeKey', `no-candidate:${taskId(0)}:1`);
    expect(close).to.have.nested.property('payload.close', true);
  });

  it('asks the driver to reserve when a task is offered, and records why', () => {
    const [reserve, ...others] = effectsOf(give('offer', choice), waiting());
    expect(others).to.deep.equal([]);
    expect(reserve).to.deep.equal({
      do: 'command',
      to: { kind: 'driver', key: driverId },
      type: 'reserve',
      payload: {
        offerId,
        taskId: taskId(0),
        orderId: ORDER,
        groupId: groupId(0),
        round: 2,
        cod: '125.00',
        items: 2,
        pickup: SOUQ,
        dropoff: WEST_BAY,
        dueBy: minutes(360),
        manual: false,
        zoneId: ZONE,
      },
    });
    const [ticket, chosen] = rowsOf(give('offer', choice), waiting());
    expect(ticket?.row).to.include({
      task_id: taskId(0),
      status: 'OFFERING',
      offer_id: offerId,
      actor_version: 5,
    });
    expect(chosen?.row).to.deep.include({
      chosen_driver_id: driverId,
      manual: false,
      candidates: choice.candidates,
      excluded_by: choice.excludedBy,
    });
  });

  it('raises one alert per round when no driver can be chosen, and delays the next attempt', () => {
    const [alert] = effectsOf(give('no-candidate', choice), waiting());
    expect(alert).to.have.nested.property('payload.dedupeKey', `no-candidate:${taskId(0)}:2`);
    expect(alert).to.have.deep.nested.property('payload.data.excludedBy', { OFF_DUTY: 3 });
    const [ticket, chosen] = rowsOf(give('no-candidate', choice), waiting());
    expect(ticket?.row).to.deep.include({ task_id: taskId(0), attempt: 2 });
    expect(ticket?.row).not.to.have.property('status');
    expect(chosen?.row).to.include({ chosen_driver_id: null, attempt: 1 });
  });

  it('asks another driver after a refusal; a retry asks every driver again', () => {
    const [refused] = rowsOf(
      give('offer-refused', { rule: 'CAPACITY' }),
      offering({ refused: [idOf('first')] }),
    );
    expect(refused?.row).to.deep.include({
      status: 'WAITING',
      attempt: 2,
      offer_id: null,
      driver_id: null,
      refused: [idOf('first'), driverId],
    });
    const [retried] = rowsOf(give('retry'), waiting({ refused: [driverId] }));
    expect(retried?.row).to.deep.include({ attempt: 2, refused: [] });
  });

  it('lets in no ticket that was withdrawn before it came, but those of later rounds', () => {
    const forbidding = eventOf(give('withdraw'), null);
    const wary = zoneMachine.evolve(zone, forbidding);
    const answer = (round: number) =>
      zoneMachine.decide(wary, enqueue(round), { now: T0, ticket: null }).outcome;
    expect([answer(1), answer(2), answer(3)]).to.deep.equal(['unchanged', 'unchanged', 'accepted']);
    expect(zoneMachine.decide(wary, give('withdraw'), { now: T0, ticket: null }).outcome).to.equal(
      'unchanged',
    );
    let full = wary;
    for (let task = 0; task < 40; task += 1) {
      full = zoneMachine.evolve(full, { ...forbidding, taskId: idOf(`t-${task}`) } as ZoneEvent);
    }
    expect(full.withdrawn).to.have.length(32);
  });

  it('lets in no withdrawn ticket that a later round’s has overtaken, once that one is gone', () => {
    const later = waiting({ round: 3 });
    const wary = zoneMachine.evolve(zone, eventOf(give('withdraw'), later));
    expect(rowsOf(give('withdraw'), later)).to.deep.equal([]);
    expect(zoneMachine.decide(wary, give('withdraw'), { now: T0, ticket: later }).outcome).to.equal(
      'unchanged',
    );
    expect(zoneMachine.decide(wary, enqueue(2), { now: T0, ticket: null }).outcome).to.equal('unchanged');
    expect(zoneMachine.decide(wary, enqueue(3), { now: T0, ticket: null }).outcome).to.equal('accepted');
  });

  it('ends the ticket when the order denies it because the task is in another round, or waits for no driver', () => {
    for (const waitingRound of [null, 3]) {
      const event = eventOf(give('offer-denied', { waitingRound }), offering());
      expect(event).to.include({ type: 'TICKET_REMOVED', because: 'STALE' });
    }
    expect(rowsOf(give('offer-settled'), offering())).to.deep.equal([
      { table: 'zone_tickets', op: 'delete', row: { task_id: taskId(0), zone_id: zone.zoneId } },
    ]);
  });
});
