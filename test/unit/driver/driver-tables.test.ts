import { expect } from 'chai';
import {
  DRIVER_STATUSES,
  type DriverState,
  type DriverStatus,
  type DutyStatus,
  dutyOf,
  type SettlementStatus,
} from '../../../actors/driver/state.ts';
import { driverTable, settlementTable, shiftTable } from '../../../actors/driver/transitions.ts';
import {
  allowedActions,
  rolesFor,
  type TransitionTable,
  transitionOf,
} from '../../../actors/machines/table.ts';
import type { Principal } from '../../../actors/runtime/machine.ts';
import {
  admin,
  buyer,
  dispatcher,
  driverCalled,
  idOf,
  secondDispatcher,
  sellerOf,
  system,
} from '../../worlds/pure/fixtures.ts';
import {
  applied,
  approval,
  approved,
  decide,
  driver,
  evolveAll,
  give,
  onDuty,
  paid,
  step,
} from './driver-walk.ts';

const PRINCIPALS: readonly Principal[] = [
  buyer,
  sellerOf(0),
  driver,
  dispatcher,
  secondDispatcher,
  admin,
  system,
];

interface Subject<S extends string> {
  table: TransitionTable<S>;
  code: string;
  statusOf(state: DriverState): S;
  more: object;
  repeats: { readonly [command: string]: readonly S[] };
}

function outcome<S extends string>(
  subject: Subject<S>,
  state: DriverState,
  type: string,
  by: Principal,
): string {
  const decision = decide(state, give(type, by, subject.more));
  if (decision.outcome === 'accepted') return `to ${subject.statusOf(evolveAll(state, decision.events))}`;
  if (decision.outcome === 'unchanged') return 'unchanged';
  const { code, extension } = decision.refusal;
  if (code === subject.code) expect(extension).to.have.keys('currentState', 'allowedCommands');
  return code;
}

function expected<S extends string>(
  subject: Subject<S>,
  status: S,
  type: string,
  { role }: Principal,
  reached: (to: S) => string,
): string {
  if (!rolesFor(subject.table, type).includes(role)) return 'auth.FORBIDDEN';
  const cell = transitionOf(subject.table, status, type);
  if (cell?.roles.includes(role) === true) return `to ${reached(cell.to)}`;
  return subject.repeats[type]?.includes(status) === true ? 'unchanged' : subject.code;
}

describe('drivers: every state, command and role', () => {
  const suspended = () => step(approved(), give('suspend', dispatcher));
  const states: Record<DriverStatus, () => DriverState> = {
    APPLIED: applied,
    APPROVED: approved,
    REJECTED: () => step(applied(), give('reject', dispatcher)),
    SUSPENDED: suspended,
  };
  const subject: Subject<DriverStatus> = {
    table: driverTable,
    code: 'driver.INVALID_STATE',
    statusOf: ({ status }) => status,
    more: approval,
    repeats: {
      approve: ['APPROVED'],
      reject: ['REJECTED'],
      suspend: ['SUSPENDED'],
      reinstate: ['APPROVED'],
    },
  };
  for (const status of DRIVER_STATUSES) {
    for (const type of ['approve', 'reject', 'suspend', 'reinstate', 'update']) {
      it(`${type} when ${status}`, () => {
        for (const by of PRINCIPALS) {
          const state = states[status]();
          expect(outcome(subject, state, type, by)).to.equal(expected(subject, status, type, by, (to) => to));
        }
      });
    }
  }

  it('show dispatchers the actions that the table allows', () => {
    expect(allowedActions<DriverStatus>(driverTable, 'APPLIED', 'DISPATCHER')).to.deep.equal([
      'approve',
      'reject',
    ]);
    expect(allowedActions<DriverStatus>(driverTable, 'APPROVED', 'ADMIN')).to.deep.equal([
      'suspend',
      'update',
    ]);
    expect(allowedActions<DriverStatus>(driverTable, 'APPROVED', 'DRIVER')).to.deep.equal([]);
  });
});

describe('shifts: every state, command and role', () => {
  const onBreak = () => step(onDuty(), give('start-break', driver));
  const states: Record<Exclude<DutyStatus, 'ENDED'>, () => DriverState> = {
    OFF: approved,
    ON_DUTY: onDuty,
    ON_BREAK: onBreak,
  };
  const subject: Subject<DutyStatus> = {
    table: shiftTable,
    code: 'shift.INVALID_STATE',
    statusOf: dutyOf,
    more: {},
    repeats: { 'start-shift': ['ON_DUTY', 'ON_BREAK'], 'start-break': ['ON_BREAK'] },
  };
  for (const duty of ['OFF', 'ON_DUTY', 'ON_BREAK'] as const) {
    for (const type of ['start-shift', 'start-break', 'end-break', 'end-shift', 'allow-carry-over']) {
      it(`${type} when ${duty}`, () => {
        for (const by of PRINCIPALS) {
          // Once the shift has ended, the driver is off duty again.
          const wanted = expected(subject, duty, type, by, (to) => (to === 'ENDED' ? 'OFF' : to));
          expect(outcome(subject, states[duty](), type, by)).to.equal(wanted);
        }
      });
    }
  }

  it('take a repeated end of a break or shift for done', () => {
    const resumed = step(onBreak(), give('end-break', driver));
    expect(decide(resumed, give('end-break', driver)).outcome).to.equal('unchanged');
    const ended = step(onDuty(), give('end-shift', driver));
    expect(decide(ended, give('end-shift', driver)).outcome).to.equal('unchanged');
  });

  it('are started by approved drivers alone', () => {
    for (const state of [applied(), step(approved(), give('suspend', dispatcher))]) {
      const answer = decide(state, give('start-shift', driver));
      expect(answer).to.have.nested.property('refusal.code', 'driver.NOT_APPROVED');
    }
  });

  it('hide a driver from other drivers', () => {
    const answer = decide(approved(), give('start-shift', driverCalled('other')));
    expect(answer).to.have.nested.property('refusal.code', 'common.NOT_FOUND');
  });

  it('show the driver the actions that the table allows', () => {
    expect(allowedActions<DutyStatus>(shiftTable, 'OFF', 'DRIVER')).to.deep.equal(['start-shift']);
    expect(allowedActions<DutyStatus>(shiftTable, 'ON_DUTY', 'DRIVER')).to.deep.equal([
      'start-break',
      'end-shift',
    ]);
    expect(allowedActions<DutyStatus>(shiftTable, 'ON_DUTY', 'DISPATCHER')).to.deep.equal([
      'end-shift',
      'allow-carry-over',
    ]);
  });
});

describe('settlements: every state, command and role', () => {
  const short = { counted: '100.00', settlementId: idOf('settlement') };
  const pending = () => step(paid(), give('hand-in', dispatcher, short));
  const settled = () => step(pending(), give('approve-settlement', secondDispatcher, short));
  const states: Record<SettlementStatus, () => DriverState> = {
    NONE: paid,
    PENDING_APPROVAL: pending,
    CLOSED: settled,
  };

  it('with a difference are approved by any second person', () => {
    const answers = PRINCIPALS.map((by) => {
      const decision = decide(states.PENDING_APPROVAL(), give('approve-settlement', by, short));
      return decision.outcome === 'refused' ? decision.refusal.code : decision.outcome;
    });
    expect(answers).to.deep.equal([
      'auth.FORBIDDEN',
      'auth.FORBIDDEN',
      'auth.FORBIDDEN',
      'cash.SECOND_DISPATCHER_REQUIRED',
      'accepted',
      'accepted',
      'auth.FORBIDDEN',
    ]);
    expect(allowedActions<SettlementStatus>(settlementTable, 'PENDING_APPROVAL', 'DISPATCHER')).to.deep.equal(
      ['approve-settlement'],
    );
  });

  it('refuse commands outside their state, and answer a repetition', () => {
    const approve = give('approve-settlement', secondDispatcher, short);
    expect(decide(states.NONE(), approve)).to.have.nested.property('refusal.code', 'cash.INVALID_STATE');
    expect(decide(states.CLOSED(), approve)).to.deep.equal({
      outcome: 'unchanged',
      reply: { settlementId: idOf('settlement'), status: 'CLOSED' },
    });
    const again = give('hand-in', dispatcher, short);
    expect(decide(states.PENDING_APPROVAL(), again)).to.have.nested.property(
      'refusal.code',
      'cash.SETTLEMENT_OPEN',
    );
    const nothing = decide(states.CLOSED(), again, { collections: [] });
    expect(nothing).to.have.nested.property('refusal.code', 'cash.NOTHING_TO_SETTLE');
    expect(settlementTable.CLOSED).to.deep.equal({});
  });
});

describe('an edit of a driver by a dispatcher', () => {
  it('is checked against the present version if it names one', () => {
    const update = (expectedVersion: number) => give('update', dispatcher, { capacity: 3, expectedVersion });
    expect(decide(approved(), update(6))).to.have.nested.property(
      'refusal.code',
      'common.PRECONDITION_FAILED',
    );
    expect(step(approved(), update(7)).capacity).to.equal(3);
  });

  it('leaves alone what it doesn’t name', () => {
    const state = step(approved(), give('update', dispatcher, { cashLimit: '70' }));
    expect(state).to.deep.include({ cashLimit: '70.00', capacity: 10, zoneIds: approval.zoneIds });
  });
});
