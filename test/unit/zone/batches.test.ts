import { expect } from 'chai';
import type { Effect } from '../../../actors/runtime/machine.ts';
import type { ZoneCommand, ZoneEvent } from '../../../actors/zone/behaviours.ts';
import { zoneMachine } from '../../../actors/zone/machine.ts';
import type { ZoneState, ZoneTicket } from '../../../actors/zone/state.ts';
import {
  contextOf,
  groupId,
  idOf,
  minutes,
  ORDER,
  SOUQ,
  seconds,
  system,
  taskId,
  WEST_BAY,
  ZONE,
  zoneCreation,
} from '../../worlds/pure/fixtures.ts';

const born = zoneMachine.evolve(null, zoneCreation());

const enqueue = (number: number): ZoneCommand => ({
  type: 'enqueue',
  by: system,
  taskId: taskId(number),
  orderId: ORDER,
  groupId: groupId(number),
  round: 1,
  pickup: SOUQ,
  dropoff: WEST_BAY,
  cod: '125.00',
  items: 2,
  dueBy: minutes(360),
  excluded: [],
});

interface Turn {
  state: ZoneState;
  events: readonly ZoneEvent[];
  effects: readonly Effect[];
}

function turn(
  state: ZoneState,
  command: ZoneCommand,
  now: string,
  ticket: ZoneTicket | null,
  batchSeconds: number | null,
): Turn {
  const decision = zoneMachine.decide(state, command, { now, ticket, batchSeconds });
  const events = decision.outcome === 'accepted' ? decision.events : [];
  const effects: Effect[] = [];
  let after = state;
  for (const event of events) {
    const before = after;
    after = zoneMachine.evolve(before, event);
    effects.push(...zoneMachine.react(before, event, after, contextOf(), null));
  }
  return { state: after, events, effects };
}

const batchDue = (batchAt: string): ZoneCommand => ({ type: 'batch-due', by: system, batchAt });
const ticketOf = ({ events }: Turn): ZoneTicket => {
  const [event] = events;
  if (event?.type !== 'TICKET_ENQUEUED') throw new Error('nothing was enqueued');
  return event.ticket;
};
const alone = {
  do: 'consume',
  consumer: 'choose',
  payload: { zoneId: ZONE, taskId: taskId(0), round: 1, attempt: 1 },
};

describe('tickets collected into batches', () => {
  it('are decided one by one, at once, without the setting', () => {
    const { state, effects } = turn(born, enqueue(0), seconds(0), null, null);
    expect(effects).to.deep.equal([alone]);
    expect(state.batchAt).to.equal(undefined);
  });

  it('wait for a timer that the first one sets and the others join', () => {
    const first = turn(born, enqueue(0), seconds(0), null, 20);
    const payload = { batchAt: seconds(20) };
    const timer = { do: 'set-timer', name: 'batch', dueAt: seconds(20), type: 'batch-due', payload };
    expect(first.effects).to.deep.equal([timer]);
    const second = turn(first.state, enqueue(1), seconds(19), null, 20);
    expect([second.effects, second.state.batchAt]).to.deep.equal([[], seconds(20)]);
    const due = turn(second.state, batchDue(seconds(20)), seconds(21), null, null);
    const all = { do: 'consume', consumer: 'choose', payload: { zoneId: ZONE, batch: true } };
    expect([due.effects, due.state.batchAt]).to.deep.equal([[all], undefined]);
    const third = turn(due.state, enqueue(2), seconds(22), null, 20);
    expect(third.effects).to.have.length(1);
  });

  it('ignore a timer that comes twice, or belongs to an abandoned batch', () => {
    const { state } = turn(born, enqueue(0), seconds(0), null, 20);
    expect(turn(state, batchDue(seconds(5)), seconds(21), null, null).events).to.deep.equal([]);
    const due = turn(state, batchDue(seconds(20)), seconds(21), null, null);
    expect(turn(due.state, batchDue(seconds(20)), seconds(21), null, null).events).to.deep.equal([]);
  });

  it('stay together for a minute when the timer is late, then another is set', () => {
    const { state } = turn(born, enqueue(0), seconds(0), null, 20);
    expect(turn(state, enqueue(1), seconds(79), null, 20).state.batchAt).to.equal(seconds(20));
    const again = turn(state, enqueue(1), seconds(80), null, 20);
    expect([again.state.batchAt, again.effects.length]).to.deep.equal([seconds(100), 1]);
  });

  it('include one that a driver refused; one that waits for the batch needs no retry', () => {
    const enqueued = turn(born, enqueue(0), seconds(0), null, 20);
    const ticket = ticketOf(enqueued);
    const retry = { type: 'retry', by: system, taskId: taskId(0), round: 1, attempt: 1 } as const;
    expect(turn(enqueued.state, retry, seconds(5), ticket, 20).events).to.deep.equal([]);
    // A retry forgets who refused, so one is needed.
    const refused = { ...ticket, refused: [idOf('driver')] };
    expect(turn(enqueued.state, retry, seconds(5), refused, 20).events).to.have.length(1);
    const offer = {
      ...ticket,
      status: 'OFFERING',
      offerId: idOf('offer'),
      driverId: idOf('driver'),
    } as const;
    const about = { taskId: taskId(0), round: 1, offerId: idOf('offer'), driverId: idOf('driver') };
    const no = turn(
      born,
      { type: 'offer-refused', by: system, ...about, rule: 'CAPACITY' },
      seconds(5),
      offer,
      20,
    );
    expect(no.events[0]).to.include({ type: 'TICKET_RETRIED', batchAt: seconds(25) });
    expect(no.effects.map((effect) => effect.do)).to.deep.equal(['set-timer']);
  });

  it('a state of an earlier release, and events without a batch, are as before', () => {
    const { state } = turn(born, enqueue(0), seconds(0), null, null);
    expect(JSON.stringify(zoneMachine.upcast(JSON.parse(JSON.stringify(state)), 1))).to.equal(
      JSON.stringify(state),
    );
    expect(JSON.stringify(born)).to.not.include('batchAt');
  });
});
