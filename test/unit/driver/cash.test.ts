import { expect } from 'chai';
import { driverMachine } from '../../../actors/driver/machine.ts';
import type { DriverState } from '../../../actors/driver/state.ts';
import { add } from '../../../actors/money/money.ts';
import type { Effect, Journal, Principal } from '../../../actors/runtime/machine.ts';
import { contextOf, dispatcher, idOf, secondDispatcher } from '../../worlds/pure/fixtures.ts';
import {
  collecting,
  decide,
  effectsOf,
  eventsOf,
  facts,
  give,
  onDuty,
  paid,
  step,
  working,
} from './driver-walk.ts';

const account = `driver:${idOf('driver')}`;
const handIn = (counted: string) => give('hand-in', dispatcher, { counted, note: 'counted twice' });
const journalOf = (effects: readonly Effect[]): Journal => {
  const [journal] = effects.flatMap((effect) => (effect.do === 'post' ? [effect.journal] : []));
  if (journal === undefined) throw new Error('no journal');
  return journal;
};
const linesOf = (journal: Journal) => journal.lines.map((line) => [line.account, line.amount]);
const tablesOf = (state: DriverState, command: ReturnType<typeof give>, changes = {}) => {
  const decision = decide(state, command, changes);
  const rows = driverMachine.project(step(state, command, changes), eventsOf(decision), contextOf());
  return rows.map(({ table, op }) => `${op} ${table}`);
};

describe('a driver’s cash', () => {
  it('is posted when it is collected, with a row for the settlement to refer to', () => {
    const journal = journalOf(effectsOf(working(1), collecting(1)));
    expect(journal.cause).to.equal(`collection:${idOf('task-1')}`);
    expect(linesOf(journal)).to.deep.equal([
      [account, '125.00'],
      ['clearing', '-125.00'],
    ]);
    expect(tablesOf(working(1), collecting(1))).to.include('insert driver_collections');
  });

  it('warns once when it passes four fifths of the limit', () => {
    const warned = (state: DriverState, task: number, amount: string) =>
      effectsOf(state, collecting(task, amount)).some(
        (effect) =>
          effect.do === 'consume' &&
          effect.consumer === 'notify' &&
          effect.payload.kind === 'CASH_NEAR_LIMIT',
      );
    const rich = step(working(1), collecting(1, '800.00'));
    expect(warned(working(1), 1, '800.00')).to.equal(false);
    expect(warned(working(2, rich), 2, '0.01')).to.equal(true);
    const richer = step(working(2, rich), collecting(2, '0.01'));
    expect(warned(working(3, richer), 3, '1.00')).to.equal(false);
  });

  for (const [counted, difference, lines] of [
    [
      '125.00',
      '0.00',
      [
        ['till', '125.00'],
        [account, '-125.00'],
      ],
    ],
    [
      '120.00',
      '-5.00',
      [
        ['till', '120.00'],
        [account, '-125.00'],
        [`driver-difference:${idOf('driver')}`, '5.00'],
      ],
    ],
    [
      '130',
      '5.00',
      [
        ['till', '130.00'],
        [account, '-125.00'],
        [`driver-difference:${idOf('driver')}`, '-5.00'],
      ],
    ],
  ] as const) {
    it(`counted ${counted} of 125.00 settles at once`, () => {
      const [event] = eventsOf(decide(paid(), handIn(counted)));
      expect(event).to.include({
        type: 'SETTLEMENT_CLOSED',
        expected: '125.00',
        difference,
        approvedBy: null,
      });
      const effects = effectsOf(paid(), handIn(counted));
      const journal = journalOf(effects);
      expect(journal.cause).to.equal(`settlement:${facts.settlementId}`);
      expect(linesOf(journal)).to.deep.equal(lines);
      expect(add(...journal.lines.map(({ amount }) => amount))).to.equal('0.00');
      expect(step(paid(), handIn(counted))).to.deep.include({ cashOnHand: '0.00', settlement: undefined });
      expect(effects).to.deep.include({
        do: 'command',
        to: { kind: 'order', key: idOf('order') },
        type: 'payment-settled',
        payload: { taskId: idOf('task-1'), settlementId: facts.settlementId },
      });
    });
  }

  it('with too great a difference awaits approval, its collections named, nothing posted', () => {
    const effects = effectsOf(paid(), handIn('119.99'));
    const told = (effect: Effect) => effect.do === 'consume' && effect.consumer === 'publish';
    expect(effects.filter((effect) => effect.do !== 'push' && !told(effect))).to.deep.equal([]);
    expect(tablesOf(paid(), handIn('119.99'))).to.deep.equal([
      'update drivers',
      'insert settlements',
      'update driver_collections',
      'insert transitions',
    ]);
    const pending = step(paid(), handIn('119.99'));
    expect(pending).to.deep.include({ cashOnHand: '125.00' });
    const approve = give('approve-settlement', secondDispatcher, { settlementId: facts.settlementId });
    expect(linesOf(journalOf(effectsOf(pending, approve)))).to.deep.include(['till', '119.99']);
    expect(step(pending, approve)).to.deep.include({ cashOnHand: '0.00', settlement: undefined });
  });

  it('collected while a hand-in awaits approval stays on hand when that closes', () => {
    const pending = step(paid(), handIn('0.00'));
    const more = step(working(2, pending), collecting(2, '40.00'));
    const approve = give('approve-settlement', secondDispatcher, { settlementId: facts.settlementId });
    expect(step(more, approve).cashOnHand).to.equal('40.00');
  });

  it('is not settled from an outdated list of collections', () => {
    const settled = step(paid(), handIn('125.00'));
    const again = decide(settled, handIn('125.00'));
    expect(again).to.have.nested.property('refusal.code', 'common.CONFLICT');
    // Cash with the same sum as the list's was collected meanwhile.
    const outdated = decide(paid(2, settled), handIn('125.00'), { latestSettlementId: null });
    expect(outdated).to.have.nested.property('refusal.code', 'common.CONFLICT');
  });

  it('is neither counted nor approved by the driver, whatever other roles the driver has', () => {
    const self: Principal = { accountId: idOf('account-driver'), role: 'DISPATCHER' };
    expect(decide(paid(1), give('hand-in', self, { counted: '125.00' }))).to.have.nested.property(
      'refusal.code',
      'auth.FORBIDDEN',
    );
    const waiting = step(paid(1), handIn('0.00'));
    const approval = (by: Principal) =>
      decide(waiting, give('approve-settlement', by, { settlementId: facts.settlementId }));
    for (const by of [self, dispatcher])
      expect(approval(by)).to.have.nested.property('refusal.code', 'cash.SECOND_DISPATCHER_REQUIRED');
    expect(approval(secondDispatcher).outcome).to.equal('accepted');
  });

  it('cannot be handed in when the amount is zero', () => {
    const answer = decide(onDuty(), handIn('0.00'), { collections: [] });
    expect(answer).to.have.nested.property('refusal.code', 'cash.NOTHING_TO_SETTLE');
  });
});

describe('the approval of a driver', () => {
  it('grants the role and notifies the driver', () => {
    const applied = driverMachine.evolve(null, eventsOfCreation());
    const effects = effectsOf(applied, give('approve', dispatcher, { zoneIds: [], cashLimit: '1' }));
    expect(effects).to.deep.include({
      do: 'consume',
      consumer: 'role',
      payload: { accountId: idOf('account-driver'), role: 'DRIVER', grant: true },
    });
  });

  function eventsOfCreation() {
    return {
      type: 'DRIVER_APPLIED' as const,
      v: 1 as const,
      at: facts.now,
      moves: [],
      driverId: idOf('driver'),
      accountId: idOf('account-driver'),
      fullName: 'Driver',
    };
  }
});
