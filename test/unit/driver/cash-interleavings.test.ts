import { expect } from 'chai';
import fc from 'fast-check';
import type { Collection } from '../../../actors/driver/cash-facts.ts';
import { cashProjected } from '../../../actors/driver/cash-figures.ts';
import { driverMachine } from '../../../actors/driver/machine.ts';
import type { DriverState } from '../../../actors/driver/state.ts';
import { add, compare, ZERO } from '../../../actors/money/money.ts';
import {
  contextOf,
  dispatcher,
  idOf,
  minutes,
  secondDispatcher,
  system,
  WEST_BAY,
} from '../../worlds/pure/fixtures.ts';
import { aboutOffer, aboutTask, decide, driver, give, onDuty, reserving } from './driver-walk.ts';

const TASKS = [1, 2, 3];
const task = fc.constantFrom(...TASKS);
const amount = fc.constantFrom('50.00', '125.00', '333.35', '600.00');

const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('reserve' as const), task, cod: amount, round: fc.nat(2) }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('accept' as const), task }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('collect' as const), task }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('done' as const), task }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('release' as const), task }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('hand in' as const), stale: fc.boolean(), short: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('approve' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reverse' as const), task, stale: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('limit' as const),
      limit: fc.constantFrom('100.00', '700.00', '1500.00'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('consent' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const), carry: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('start' as const) }) },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

type CollectionRow = Collection & { settlementId: string | null; reversed: boolean };
interface Reading {
  latestSettlementId: string | null;
  latestReversedId: string | null;
  rows: readonly CollectionRow[];
}

/** The driver actor with the rows that its commits write, as hand-ins read them. */
class Till {
  state: DriverState = onDuty();
  collections: readonly CollectionRow[] = [];
  readonly collected = new Set<string>();
  readonly settled = new Set<string>();
  readonly reversals = new Map<string, number>();
  readonly ledger = new Map<string, string>();
  readonly causes = new Set<string>();
  /** What a dispatcher read earlier. */
  stale: Reading = { latestSettlementId: null, latestReversedId: null, rows: [] };
  #latestSettlementId: string | null = null;
  #latestReversedId: string | null = null;
  readonly #cods = new Map<number, string>();
  #count = 0;

  run(chosen: Action): void {
    this.#count += 1;
    const now = minutes(this.#count);
    switch (chosen.do) {
      case 'reserve': {
        const cod = this.#cods.get(chosen.task) ?? chosen.cod;
        this.#cods.set(chosen.task, cod);
        const offerId = idOf(`offer-${chosen.task}-${chosen.round}`);
        this.give(reserving(chosen.task, { cod, round: chosen.round + 1, offerId, capacity: 100 }), { now });
        return;
      }
      case 'accept':
        for (const offerId of this.#offers(chosen.task))
          this.give({ ...aboutOffer('work-accepted', chosen.task), offerId } as never, { now });
        return;
      case 'collect': {
        const taskId = idOf(`task-${chosen.task}`);
        const work = this.state.work[taskId];
        if (work === undefined || this.collected.has(taskId)) return;
        const reversals = this.reversals.get(taskId) ?? 0;
        const number = reversals === 0 ? {} : { number: reversals + 1 };
        const groupId = idOf(`group-${chosen.task}`);
        const more = { orderId: idOf('order'), groupId, amount: work.cod, ...number };
        this.give(aboutTask('collect', chosen.task, more), { now });
        return;
      }
      case 'done': {
        if (this.state.work[idOf(`task-${chosen.task}`)] === undefined) return;
        this.give(aboutTask('work-done', chosen.task), { now });
        return;
      }
      case 'release':
        for (const offerId of this.#offers(chosen.task))
          if (!this.collected.has(idOf(`task-${chosen.task}`)))
            this.give({ ...aboutOffer('release', chosen.task, { reason: 'UNASSIGNED' }), offerId } as never, {
              now,
            });
        return;
      case 'hand in': {
        const { rows, ...newest } = this.#read(chosen.stale);
        const collections = rows.filter((one) => one.settlementId === null && !one.reversed);
        const expected = add(...collections.map((one) => one.amount));
        const counted = chosen.short ? ZERO : expected;
        const settlementId = idOf(`settlement-${this.#count}`);
        this.give(give('hand-in', dispatcher, { counted }), { now, settlementId, ...newest, collections });
        return;
      }
      case 'reverse': {
        const taskId = idOf(`task-${chosen.task}`);
        const work = this.state.work[taskId];
        if (!this.collected.has(taskId) || (work !== undefined && work.finished !== true)) return;
        const { rows, ...newest } = this.#read(chosen.stale);
        const collection = rows.find((one) => one.taskId === taskId && !one.reversed) ?? null;
        const number = (this.reversals.get(taskId) ?? 0) + 1;
        const about = { orderId: idOf('order'), groupId: idOf(`group-${chosen.task}`), number, round: 9 };
        const goods = { items: 2, dueBy: minutes(360), dropoff: WEST_BAY, seen: this.#count };
        const offerId = idOf(`reversal-${this.#count}`);
        this.give(aboutTask('uncollect', chosen.task, { offerId, ...about, ...goods }), {
          ...{ now, ...newest, collection },
        });
        return;
      }
      case 'approve': {
        const settlementId = this.state.settlement?.settlementId ?? idOf('none');
        const collections = this.collections.filter((one) => one.settlementId === settlementId);
        this.give(give('approve-settlement', secondDispatcher, { settlementId }), { now, collections });
        return;
      }
      case 'limit':
        this.give(give('update', dispatcher, { cashLimit: chosen.limit }), { now });
        return;
      case 'consent':
        this.give(give('allow-carry-over', dispatcher), { now });
        return;
      case 'end':
        this.give(give('end-shift', dispatcher, { carryCash: chosen.carry }), { now });
        return;
      case 'start':
        this.give(give('start-shift', driver), { now, shiftId: idOf(`shift-${this.#count}`) });
    }
  }

  give(command: Parameters<typeof decide>[1], facts: object): void {
    const decision = decide(this.state, command, facts);
    if (decision.outcome !== 'accepted') return;
    for (const event of decision.events) {
      const before = this.state;
      this.state = driverMachine.evolve(before, event);
      if (event.type === 'RESERVED')
        expect(
          compare(cashProjected(this.state), this.state.cashLimit ?? ZERO),
          'a reservation over the limit',
        ).to.be.lessThan(1);
      if (event.type === 'SHIFT_ENDED') {
        expect(Object.values(this.state.work).every(({ finished }) => finished === true)).to.equal(true);
        if (event.carried !== undefined)
          expect(
            compare(event.carried, this.state.cashLimit ?? ZERO),
            'carried over the limit',
          ).to.be.lessThan(1);
      }
      if (event.type === 'CASH_COLLECTED') {
        expect(this.collected.has(event.taskId), 'collected twice').to.equal(false);
        this.collected.add(event.taskId);
        const { taskId, orderId, amount: taken } = event;
        const collectionId = `${taskId}:${event.number ?? 1}`;
        const row = { collectionId, taskId, orderId, amount: taken, settlementId: null, reversed: false };
        this.collections = [...this.collections, row];
      }
      if (
        event.type === 'HAND_IN_OPENED' ||
        (event.type === 'SETTLEMENT_CLOSED' && event.approvedBy === null)
      ) {
        this.#latestSettlementId = event.settlementId;
        for (const { collectionId } of event.collections) {
          expect(this.settled.has(collectionId), 'settled twice').to.equal(false);
          this.settled.add(collectionId);
          const row = this.#change(collectionId, { settlementId: event.settlementId });
          expect(row?.reversed, 'settled what was given back').to.equal(false);
        }
      }
      if (event.type === 'CASH_UNCOLLECTED') {
        const { taskId, collectionId } = event;
        this.#latestReversedId = collectionId;
        this.collected.delete(taskId);
        this.reversals.set(taskId, (this.reversals.get(taskId) ?? 0) + 1);
        expect(this.settled.has(collectionId), 'gave back what is settled').to.equal(false);
        const row = this.#change(collectionId, { reversed: true });
        expect(row?.reversed, 'gave back twice').to.equal(false);
      }
      for (const effect of driverMachine.react(
        before,
        event,
        this.state,
        contextOf({ command: command.type }),
        null,
      )) {
        if (effect.do !== 'post') continue;
        const { cause, lines } = effect.journal;
        expect(this.causes.has(cause), `${cause} posted twice`).to.equal(false);
        this.causes.add(cause);
        expect(add(...lines.map((line) => line.amount)), cause).to.equal(ZERO);
        for (const line of lines)
          this.ledger.set(line.account, add(this.ledger.get(line.account) ?? ZERO, line.amount));
      }
    }
    this.check();
  }

  check(): void {
    const { cashOnHand, driverId, settlement } = this.state;
    expect(compare(cashOnHand, ZERO), 'cash on hand').to.be.greaterThan(-1);
    expect(this.ledger.get(`driver:${driverId}`) ?? ZERO, 'the ledger').to.equal(cashOnHand);
    const closed = (one: { settlementId: string | null }) =>
      one.settlementId !== null && one.settlementId !== settlement?.settlementId;
    const open = this.collections.filter((one) => !closed(one) && !one.reversed).map((one) => one.amount);
    expect(add(...open), 'collections not settled').to.equal(cashOnHand);
  }

  /** What the rows contain now, or contained when they were last read. */
  #read(stale: boolean): Reading {
    const latest = { latestSettlementId: this.#latestSettlementId, latestReversedId: this.#latestReversedId };
    const fresh = { ...latest, rows: this.collections };
    const read = stale ? this.stale : fresh;
    this.stale = fresh;
    return read;
  }

  /** Changes a row and returns it as it was before. */
  #change(collectionId: string, change: Partial<CollectionRow>): CollectionRow | undefined {
    const before = this.collections.find((one) => one.collectionId === collectionId);
    this.collections = this.collections.map((one) => (one === before ? { ...one, ...change } : one));
    return before;
  }

  #offers(number: number): string[] {
    const taskId = idOf(`task-${number}`);
    const reserved = Object.entries(this.state.reservations).filter(([, one]) => one.taskId === taskId);
    const worked = this.state.work[taskId];
    return [...reserved.map(([offerId]) => offerId), ...(worked === undefined ? [] : [worked.offerId])];
  }
}

describe('a driver’s cash under any interleaving', () => {
  it('never exceeds the limit by an assignment, never falls below zero, is settled once, and agrees with the ledger', () => {
    fc.assert(
      fc.property(fc.array(action, { minLength: 5, maxLength: 60 }), (actions) => {
        const till = new Till();
        // Capacity is tested elsewhere.
        till.give(give('update', dispatcher, { capacity: 100 }), {});
        for (const chosen of actions) till.run(chosen);
        till.check();
      }),
      { numRuns: 1_500 },
    );
  });

  it('reaches every kind of event', () => {
    const seen = new Set<string>();
    for (const actions of fc.sample(fc.array(action, { minLength: 20, maxLength: 60 }), {
      numRuns: 300,
      seed: 7,
    })) {
      const till = new Till();
      for (const chosen of actions) till.run(chosen);
      if (till.settled.size > 0) seen.add('settled');
      if (till.state.settlement !== undefined) seen.add('pending');
      if (till.state.shift === undefined) seen.add('ended');
      if (compare(cashProjected(till.state), till.state.cashLimit ?? ZERO) > 0)
        seen.add('limit lowered below');
      if (till.state.carryOver === true) seen.add('consent');
      if (till.reversals.size > 0) seen.add('reversed');
    }
    const all = ['consent', 'ended', 'limit lowered below', 'pending', 'reversed', 'settled'];
    expect([...seen].sort()).to.deep.equal(all);
    expect(system.role).to.equal('SYSTEM');
  });
});
