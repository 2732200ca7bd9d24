import { expect } from 'chai';
import type { DriverState } from '../../../actors/driver/state.ts';
import type { Effect } from '../../../actors/runtime/machine.ts';
import { dispatcher, idOf, minutes, system, T0 } from '../../worlds/pure/fixtures.ts';
import {
  aboutTask,
  applied,
  approved,
  collecting,
  decide,
  driver,
  effectsOf,
  give,
  onDuty,
  paid,
  reserving,
  step,
  working,
} from './driver-walk.ts';

const PLAN = {
  planId: idOf('plan'),
  planVersion: 2,
  plannedEnd: minutes(480),
  breaksPlanned: [{ from: minutes(200), to: minutes(230) }],
};
const planned = () => step(approved(), give('start-shift', driver), { plan: PLAN });
const refusal = (state: DriverState, command: ReturnType<typeof give>) => {
  const answer = decide(state, command);
  return answer.outcome === 'refused' ? answer.refusal : { code: answer.outcome, extension: {} };
};
const alerts = (effects: readonly Effect[]) =>
  effects.flatMap((effect) =>
    effect.do === 'consume' && effect.consumer === 'alert'
      ? [`${effect.payload.close === true ? 'close' : 'raise'} ${effect.payload.kind}`]
      : [],
  );
const timers = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.do === 'set-timer' ? [`${effect.name} at ${effect.dueAt}`] : []));

describe('a planned shift', () => {
  it('starts with the data of its plan, and one without a plan with nothing', () => {
    expect(planned().shift).to.deep.include({ status: 'ON_DUTY', ...PLAN });
    expect(onDuty().shift).to.have.all.keys('shiftId', 'status', 'startedAt', 'breaks');
  });

  it('ends the alert about its late start, and checks itself a quarter of an hour after its end', () => {
    const effects = effectsOf(approved(), give('start-shift', driver), { plan: PLAN });
    expect(alerts(effects)).to.deep.equal(['close SHIFT_NOT_STARTED']);
    expect(timers(effects)).to.deep.equal([`shift-overrun at ${minutes(495)}`]);
    expect(timers(effectsOf(approved(), give('start-shift', driver)))).to.deep.equal([]);
  });

  it('accepts a newer version of its own plan only', () => {
    const word = (change: object) => give('plan-changed', system, { ...PLAN, planVersion: 3, ...change });
    const longer = step(planned(), word({ plannedEnd: minutes(540) }));
    expect(longer.shift).to.include({ plannedEnd: minutes(540), planVersion: 3 });
    expect(timers(effectsOf(planned(), word({ plannedEnd: minutes(540) })))).to.deep.equal([
      `shift-overrun at ${minutes(555)}`,
    ]);
    for (const old of [word({ planVersion: 2 }), word({ planId: idOf('another') })])
      expect(decide(planned(), old).outcome).to.equal('unchanged');
    expect(decide(longer, word({ plannedEnd: minutes(500) })).outcome).to.equal('unchanged');
    expect(decide(approved(), word({})).outcome).to.equal('unchanged');
    expect(refusal(planned(), { ...word({}), by: driver } as never).code).to.equal('auth.FORBIDDEN');
  });

  it('is reported once when it lasts too long, until it ends or is planned longer', () => {
    const overrun = (plannedEnd = PLAN.plannedEnd) =>
      give('shift-overrun', system, { shiftId: idOf('shift'), plannedEnd });
    expect(alerts(effectsOf(planned(), overrun()))).to.deep.equal(['raise SHIFT_OVERRUN']);
    const over = step(planned(), overrun());
    expect(decide(over, overrun()).outcome).to.equal('unchanged');
    // A timer of the plan as it was.
    expect(decide(planned(), overrun(minutes(300))).outcome).to.equal('unchanged');
    expect(alerts(effectsOf(over, give('end-shift', driver)))).to.deep.equal(['close SHIFT_OVERRUN']);
    const later = give('plan-changed', system, { ...PLAN, planVersion: 3, plannedEnd: minutes(600) });
    expect(alerts(effectsOf(over, later))).to.deep.equal(['close SHIFT_OVERRUN']);
    expect(step(over, later).shift?.overran).to.equal(undefined);
    expect(alerts(effectsOf(planned(), give('end-shift', driver)))).to.deep.equal([]);
  });
});

describe('a break', () => {
  const paused = () => step(onDuty(), give('start-break', driver), { now: minutes(10) });
  const overrun = (from = minutes(10)) => give('break-overrun', system, { shiftId: idOf('shift'), from });

  it('is checked when its maximum length is over', () => {
    const effects = effectsOf(onDuty(), give('start-break', driver), { now: minutes(10) });
    expect(timers(effects)).to.deep.equal([`break-overrun at ${minutes(70)}`]);
    expect(alerts(effectsOf(paused(), overrun()))).to.deep.equal(['raise BREAK_OVERRUN']);
  });

  it('is reported once, until it or the shift ends', () => {
    const long = step(paused(), overrun());
    expect(decide(long, overrun()).outcome).to.equal('unchanged');
    for (const type of ['end-break', 'end-shift'])
      expect(alerts(effectsOf(long, give(type, driver)))).to.deep.equal(['close BREAK_OVERRUN']);
    const back = step(long, give('end-break', driver));
    expect(decide(back, overrun()).outcome).to.equal('unchanged');
    const again = step(back, give('start-break', driver), { now: minutes(90) });
    expect(decide(again, overrun()).outcome).to.equal('unchanged');
    expect(decide(again, overrun(minutes(90))).outcome).to.equal('accepted');
  });
});

describe('the end of a shift', () => {
  const end = (more: object = {}) => give('end-shift', dispatcher, more);
  const consent = give('allow-carry-over', dispatcher);

  it('is refused with goods on board, to drivers and dispatchers alike, and names the tasks', () => {
    const loaded = step(working(1), aboutTask('stop-done', 1, { stop: 'PICKUP' }));
    for (const command of [give('end-shift', driver), end({ carryCash: true })]) {
      const { code, extension } = refusal(loaded, command);
      expect(code).to.equal('shift.GOODS_ON_BOARD');
      expect(extension).to.deep.equal({ tasks: [idOf('task-1')] });
    }
  });

  it('is refused with accepted work or an offer in flight, and names the tasks', () => {
    for (const state of [working(1), step(onDuty(), reserving(1))]) {
      for (const command of [give('end-shift', driver), end()]) {
        const { code, extension } = refusal(state, command);
        expect(code).to.equal('shift.WORK_UNFINISHED');
        expect(extension).to.deep.equal({ unfinished: 1, tasks: [idOf('task-1')] });
      }
    }
  });

  it('is refused with cash whose carry-over was not approved', () => {
    const cash = { cashOnHand: '125.00', cashLimit: '1000.00', beyondLimit: false };
    for (const command of [give('end-shift', driver), end(), end({ carryCash: false })])
      expect(refusal(paid(), command)).to.deep.include({
        code: 'shift.CASH_UNSETTLED',
        extension: cash,
      });
    // A driver cannot give the consent.
    const own = give('end-shift', driver, { carryCash: true });
    expect(refusal(paid(), own).code).to.equal('shift.CASH_UNSETTLED');
    expect(refusal(paid(), give('allow-carry-over', driver)).code).to.equal('auth.FORBIDDEN');
  });

  it('counts cash whose report is still in flight', () => {
    const early = step(working(1), aboutTask('work-done', 1));
    expect(refusal(early, give('end-shift', driver)).code).to.equal('shift.CASH_UNSETTLED');
    expect(step(early, end({ carryCash: true })).shift).to.equal(undefined);
  });

  it('is allowed with cash by consent, which ends with the shift', () => {
    const allowed = step(paid(), consent);
    expect(decide(allowed, consent).outcome).to.equal('unchanged');
    const ended = step(allowed, give('end-shift', driver));
    expect(ended).to.include({ shift: undefined, carryOver: undefined, cashOnHand: '125.00' });
    const again = step(ended, give('start-shift', driver));
    expect(refusal(again, give('end-shift', driver)).code).to.equal('shift.CASH_UNSETTLED');
    expect(step(paid(), end({ carryCash: true })).shift).to.equal(undefined);
  });

  it('needs a new consent after a hand-in, but not after an approval', () => {
    const allowed = step(paid(), consent);
    const handIn = (counted: string) => give('hand-in', dispatcher, { counted });
    expect(step(allowed, handIn('125.00')).carryOver).to.equal(undefined);
    const open = step(allowed, handIn('60.00'));
    expect(open.carryOver).to.equal(undefined);
    const secondCash = step(paid(2, open), consent);
    const approve = give(
      'approve-settlement',
      { role: 'DISPATCHER', accountId: idOf('other-dispatcher') },
      { settlementId: idOf('settlement') },
    );
    expect(step(secondCash, approve)).to.include({ carryOver: true, cashOnHand: '125.00' });
  });

  it('is never allowed with cash beyond the limit', () => {
    const lowered = step(paid(), give('update', dispatcher, { cashLimit: '100.00' }));
    expect(refusal(lowered, end({ carryCash: true }))).to.deep.include({
      code: 'shift.CASH_UNSETTLED',
      extension: { cashOnHand: '125.00', cashLimit: '100.00', beyondLimit: true },
    });
    expect(refusal(lowered, consent).code).to.equal('shift.CASH_UNSETTLED');
    const later = step(step(paid(), consent), give('update', dispatcher, { cashLimit: '100.00' }));
    expect(refusal(later, give('end-shift', driver)).code).to.equal('shift.CASH_UNSETTLED');
  });

  it('does not wait for the approval of a hand-in', () => {
    const open = step(paid(), give('hand-in', dispatcher, { counted: '60.00' }));
    expect(open.settlement).to.include({ expected: '125.00' });
    const ended = step(open, give('end-shift', driver));
    expect(ended).to.include({ shift: undefined, cashOnHand: '125.00' });
    // What was collected since then is not part of the hand-in.
    expect(refusal(paid(2, open), give('end-shift', driver)).code).to.equal('shift.CASH_UNSETTLED');
  });

  it('applies to the shift that was meant only', () => {
    const other = end({ shiftId: idOf('yesterday') });
    expect(refusal(onDuty(), other).code).to.equal('shift.INVALID_STATE');
    const ended = step(onDuty(), end({ shiftId: idOf('shift') }));
    expect(decide(ended, end({ shiftId: idOf('shift') })).outcome).to.equal('unchanged');
    expect(refusal(applied(), end()).code).to.equal('shift.INVALID_STATE');
  });
});

describe('a driver suspended on duty', () => {
  const suspended = (state: DriverState) => step(state, give('suspend', dispatcher, {}), { now: T0 });

  it('is offered nothing, neither by a zone nor by hand', () => {
    for (const manual of [false, true]) {
      const answer = decide(suspended(onDuty()), reserving(1, { manual }));
      expect(answer).to.have.nested.property('events[0].type', 'RESERVATION_REFUSED');
      expect(answer).to.have.nested.property('events[0].rule', 'NOT_APPROVED');
    }
  });

  it('finishes, hands in and ends the shift', () => {
    let state = suspended(working(1));
    for (const command of [
      aboutTask('stop-done', 1, { stop: 'PICKUP' }),
      collecting(1),
      aboutTask('work-done', 1),
      give('hand-in', dispatcher, { counted: '125.00' }),
      give('end-shift', driver),
    ])
      state = step(state, command);
    expect(state).to.include({ status: 'SUSPENDED', cashOnHand: '0.00', shift: undefined });
    expect(refusal(state, give('start-shift', driver)).code).to.equal('driver.NOT_APPROVED');
  });
});
