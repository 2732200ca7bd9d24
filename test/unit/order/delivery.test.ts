import { expect } from 'chai';
import type { OrderState } from '../../../actors/order/state.ts';
import {
  dispatcher,
  driverCalled,
  idOf,
  minutes,
  placedGroup,
  sellerOf,
} from '../../worlds/pure/fixtures.ts';
import {
  decide,
  evolveAll,
  facts,
  onGroup,
  onTask,
  placed,
  step,
  taskIn,
  theGroup,
  theTask,
} from './order-walk.ts';

const driver = driverCalled('driver');
const wrong = { codeMatches: false };

function tryWrong(state: OrderState): { state: OrderState; answer: ReturnType<typeof decide> } {
  const answer = decide(state, onTask('verify-code'), wrong);
  if (answer.outcome !== 'refused') throw new Error('a wrong code was not refused');
  return { state: evolveAll(state, answer.events ?? []), answer };
}

describe('the delivery code', () => {
  it('counts wrong attempts, and is void after the fifth even if the right code follows', () => {
    let state = step(taskIn('ARRIVED'), onTask('request-code'));
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      const tried = tryWrong(state);
      expect(tried.answer).to.have.deep.nested.property('refusal.extension', { triesLeft });
      expect(tried.answer).to.have.nested.property('refusal.code', 'delivery.CODE_INVALID');
      state = tried.state;
    }
    const right = decide(state, onTask('verify-code'));
    expect(right).to.have.nested.property('refusal.code', 'delivery.CODE_VOID');
    expect(right).not.to.have.property('events');

    const renewed = step(state, onTask('request-code'), {
      now: minutes(1),
      code: { ...facts.code, codeId: idOf('code-2'), hash: 'hash-2' },
    });
    expect(theTask(renewed).code).to.deep.include({ codeId: idOf('code-2'), hash: 'hash-2', wrongTries: 0 });
    expect(theTask(step(renewed, onTask('verify-code'))).status).to.equal('CODE_VERIFIED');
  });

  it('cannot be guessed with ever new codes: after fifteen wrong entries in all, a dispatcher has to confirm (S8)', () => {
    let state = taskIn('ARRIVED');
    for (let code = 0; code < 3; code += 1) {
      state = step(state, onTask('request-code'), { now: minutes(code) });
      for (let tries = 0; tries < 5; tries += 1) state = tryWrong(state).state;
    }
    for (const command of ['request-code', 'verify-code'] as const) {
      const answer = decide(state, onTask(command), { now: minutes(3) });
      expect(answer, command).to.have.nested.property('refusal.code', 'delivery.CODES_EXHAUSTED');
    }
    const confirmed = step(state, onTask('override-code', dispatcher), { now: minutes(3) });
    expect(theTask(confirmed)).to.include({ status: 'CODE_VERIFIED', codeOverridden: true });
  });

  it('is sent once a minute and five times an hour (S8)', () => {
    let state = taskIn('ARRIVED');
    const waitAt = (minute: number) => {
      const answer = decide(state, onTask('request-code'), { now: minutes(minute) });
      if (answer.outcome !== 'refused') return 0;
      expect(answer.refusal.code).to.equal('common.RATE_LIMITED');
      return answer.refusal.retryAfter;
    };
    for (let code = 0; code < 5; code += 1) {
      state = step(state, onTask('request-code'), { now: minutes(code) });
      expect(waitAt(code)).to.equal(code < 4 ? 60 : 56 * 60);
    }
    expect(waitAt(5)).to.equal(55 * 60);
    expect(waitAt(59)).to.equal(60);
    expect(waitAt(60)).to.equal(0);
  });

  it('expires at its time', () => {
    const state = step(taskIn('IN_TRANSIT'), onTask('request-code'));
    const late = decide(state, onTask('verify-code'), { now: minutes(30) });
    expect(late).to.have.nested.property('refusal.code', 'delivery.CODE_EXPIRED');
    expect(decide(state, onTask('verify-code'), { now: '2026-03-01T08:29:59Z' }).outcome).to.equal(
      'accepted',
    );
  });

  it('is removed from the state once it was used', () => {
    const state = taskIn('CODE_VERIFIED');
    expect(theTask(state).code).to.equal(undefined);
    expect(JSON.stringify(state)).not.to.contain(facts.code.hash);
  });

  it('is never stored encrypted in an event or the state', () => {
    const decision = decide(taskIn('IN_TRANSIT'), onTask('request-code'));
    expect(JSON.stringify(decision)).not.to.contain(facts.code.sealed);
  });
});

describe('cash at the door', () => {
  it('must be exactly the amount due', () => {
    for (const amount of ['124.99', '125.01', '0.00']) {
      const decision = decide(taskIn('CODE_VERIFIED'), onTask('record-cash', driver, { amount }));
      expect(decision).to.have.deep.nested.property('refusal.extension', {
        due: { amount: '125.00', currency: 'QAR' },
      });
      expect(decision).to.have.nested.property('refusal.code', 'delivery.CASH_MISMATCH');
    }
    expect(
      decide(taskIn('CODE_VERIFIED'), onTask('record-cash', driver, { amount: '125' })).outcome,
    ).to.equal('accepted');
  });

  it('is not recorded again with another amount', () => {
    const other = onTask('record-cash', driver, { amount: '124.00' });
    expect(decide(taskIn('CASH_RECORDED'), other)).to.have.nested.property(
      'refusal.code',
      'delivery.INVALID_STATE',
    );
  });

  it('makes the payment COLLECTED, then SETTLED by the hand-in', () => {
    const collected = taskIn('COMPLETED');
    expect(theGroup(collected)).to.include({ payment: 'COLLECTED', status: 'DELIVERED' });
    const settled = step(collected, onTask('payment-settled', { accountId: null, role: 'SYSTEM' }));
    expect(theGroup(settled).payment).to.equal('SETTLED');
  });
});

describe('when a delivery is due', () => {
  const ready = (method: 'STANDARD' | 'EXPRESS' | 'CUSTOM', promisedUntil = minutes(4000)) => {
    const commands = [onGroup('accept'), onGroup('pack'), onGroup('ready')];
    const order = placed([placedGroup(0, { method, promisedUntil })]);
    return theTask(commands.reduce<OrderState>((now, command) => step(now, command), order)).dueBy;
  };

  it('follows the method, a seller’s own like STANDARD', () => {
    expect(ready('STANDARD')).to.equal(minutes(360));
    expect(ready('EXPRESS')).to.equal(minutes(180));
    expect(ready('CUSTOM')).to.equal(minutes(360));
  });

  it('is never after the promised day', () => {
    expect(ready('STANDARD', minutes(200))).to.equal(minutes(200));
  });
});

describe('the status of an order', () => {
  const three = () => placed([placedGroup(0), placedGroup(1), placedGroup(2)]);
  const of = (type: string, group: number) => onGroup(type, sellerOf(group), group);
  const statusAfter = (...commands: ReturnType<typeof of>[]) =>
    commands.reduce<OrderState>((now, command) => step(now, command), three()).status;

  it('is PENDING until a group is accepted, whatever else ends', () => {
    expect(three().status).to.equal('PENDING');
    expect(statusAfter(of('reject', 0))).to.equal('PENDING');
    expect(statusAfter(of('reject', 0), of('accept', 1))).to.equal('IN_PROGRESS');
  });

  it('remains IN_PROGRESS when the accepted group is cancelled and others still wait', () => {
    const cancel = onGroup('cancel-group', { accountId: idOf('dispatcher'), role: 'DISPATCHER' });
    expect(statusAfter(of('accept', 0), cancel)).to.equal('IN_PROGRESS');
  });

  it('ends with its groups', () => {
    expect(statusAfter(of('reject', 0), of('reject', 1), of('reject', 2))).to.equal('CANCELLED');
    expect(taskIn('COMPLETED').status).to.equal('DELIVERED');
    const two = placed([placedGroup(0), placedGroup(1)]);
    const delivered = theGroup(taskIn('COMPLETED'));
    const mixed = step({ ...two, groups: { ...two.groups, [idOf('group-0')]: delivered } }, of('reject', 1));
    expect(mixed.status).to.equal('PARTIALLY_DELIVERED');
  });
});
