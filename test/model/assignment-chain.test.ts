import { expect } from 'chai';
import { transitionTables } from '../../actors/diagrams/transition-tables.ts';
import type { DriverEventType } from '../../actors/driver/behaviours.ts';
import type { OrderEventType } from '../../actors/order/behaviours.ts';
import type { ZoneEventType } from '../../actors/zone/behaviours.ts';
import { type Machines, REAL } from '../worlds/pure/machines.ts';
import type { Turn } from '../worlds/pure/pure-world.ts';
import {
  DROPOFF_FIRST,
  FREED_BY_TIMER,
  GROUP_LEFT_BEHIND,
  OFFERS_NOT_COUNTED,
  ROW_LEFT_BEHIND,
  SHOWN_FROM_RESERVATION,
  WITHOUT_COMPENSATION,
  WITHOUT_NEW_ROUND,
  WITHOUT_SETTLING,
  WITHOUT_TOMBSTONES,
  WITHOUT_WITHDRAWALS,
} from './broken-rules.ts';
import { type Failure, runSeed } from './run-seed.ts';

/**
 * `WASL_MODEL_SEEDS=200000 npx mocha test/model/…` runs more seeds, `WASL_MODEL_SEED=17` a single one, printed step by
 * step.
 */
const SEEDS = Number(process.env.WASL_MODEL_SEEDS ?? 1_000);
const ONLY = process.env.WASL_MODEL_SEED;
const MAX_STORY_LINES = 150;
/** When it runs beside the browser tests, it gets only a part of the processor. */
const PATIENCE_MS = 600_000;

const EVENTS: readonly (OrderEventType | DriverEventType | ZoneEventType)[] = [
  'TASK_CREATED',
  'TASK_ASSIGNED',
  'ASSIGNMENT_DENIED',
  'ASSIGN_BY_HAND_OPENED',
  'HAND_ASSIGNMENT_FAILED',
  'TASK_REQUEUED',
  'TASK_ACCEPTED',
  'TASK_DECLINED',
  'OFFER_EXPIRED',
  'TASK_UNASSIGNED',
  'TASK_PICKED_UP',
  'TASK_COMPLETED',
  'GROUP_CANCELLED',
  'RESERVED',
  'RESERVATION_REFUSED',
  'RESERVATION_CONFIRMED',
  'OFFER_RELEASED',
  'WORK_ACCEPTED',
  'CASH_COLLECTED',
  'WORK_DONE',
  'SHIFT_ENDED',
  'SETTLEMENT_CLOSED',
  'TICKET_ENQUEUED',
  'OFFER_OPENED',
  'NO_CANDIDATE_FOUND',
  'TICKET_RETRIED',
  'TICKET_FORBIDDEN',
  'TICKET_REMOVED',
  'BATCH_DUE',
  'EXCLUSIONS_CLEARED',
];

/** Needs so many steps first that most runs end before it happens. */
const RARE: readonly (OrderEventType | DriverEventType)[] = [
  'RESERVED_AGAIN',
  'TASK_FAILED',
  'TASK_RETRIED',
  'RETURN_COMPLETED',
  'TASK_WRITTEN_OFF',
  'TASK_REVERSED',
  'HAND_OVER_ENDED',
  'CASH_UNCOLLECTED',
];

/** Drivers start approved, and arrival times sent to an order decide nothing in this model. */
const NOT_GIVEN = new Set(['approve', 'eta-changed']);

/** Seeds after which every event and command must have happened. */
const ENOUGH = 1_000;

type Listener = (turn: Turn) => void;

function firstFailure(machines: Machines, from: number, end: number, commit?: Listener): Failure | null {
  for (let seed = from; seed < end; seed += 1) {
    const failure = runSeed(seed, machines, commit === undefined ? {} : { commit });
    if (failure !== null) return failure;
  }
  return null;
}

interface RealRuns {
  failure: Failure | null;
  /** How often each event happened. */
  counts: Map<string, number>;
  /** Commands that were accepted. */
  given: Set<string>;
}

let real: RealRuns | undefined;

/** The seeds under the rules as they are, run once for the two tests that look at them. */
function realRuns(): RealRuns {
  if (real !== undefined) return real;
  const counts = new Map<string, number>();
  const given = new Set<string>();
  const count = ({ message, events }: Turn) => {
    given.add(message.type);
    for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1);
  };
  const [from, end] = ONLY === undefined ? [0, SEEDS] : [Number(ONLY), Number(ONLY) + 1];
  real = { failure: firstFailure(REAL, from, end, count), counts, given };
  return real;
}

/** Repeats a failed run and prints it: the same seed gives the same run. */
function storyOf({ seed, message }: Failure, machines: Machines): string {
  const lines: string[] = [];
  const again = runSeed(seed, machines, { trace: (line) => lines.push(line) });
  const lastSteps = lines.slice(-MAX_STORY_LINES).join('\n');
  return `seed ${seed}: ${message}\nthe repetition failed alike: ${again?.message === message}\n${lastSteps}\n`;
}

describe('a model of the assignment chain', () => {
  it(`holds through redelivery, reordering and crashes, ${SEEDS} seeds`, function () {
    this.timeout(Math.max(PATIENCE_MS, SEEDS * 20));
    const { failure } = realRuns();
    if (failure !== null) expect.fail(storyOf(failure, REAL));
  });

  const without: [rule: string, machines: Machines, breaks: string[]][] = [
    [
      'an offer is shown to a driver only from the order’s commit',
      SHOWN_FROM_RESERVATION,
      ['an offer is shown only when the order says so'],
    ],
    [
      'only the order ends a reservation',
      FREED_BY_TIMER,
      ['the driver of a task holds it', 'driver and order agree'],
    ],
    [
      'a denied offer leaves a tombstone',
      WITHOUT_TOMBSTONES,
      ['a denied offer stays denied', 'driver and order agree'],
    ],
    [
      'a failed assignment by hand opens a new round and queues the task again',
      WITHOUT_NEW_ROUND,
      ['a waiting task has one ticket', 'a task without a zone raises an alert'],
    ],
    [
      'a ticket withdrawn before it came stays out',
      WITHOUT_WITHDRAWALS,
      ['no ticket without a waiting task', 'a waiting task has one ticket', 'no ticket without a zone'],
    ],
    ['goods are picked up before they are dropped off', DROPOFF_FIRST, ['stops are in a valid order']],
    [
      'open offers count like accepted ones',
      OFFERS_NOT_COUNTED,
      ['no driver over the cash limit', 'no driver over capacity'],
    ],
    [
      'a reversal is posted to the ledger, too',
      WITHOUT_COMPENSATION,
      ['the books have the cash on hand', 'clearing holds what is not completed'],
    ],
    ['a group follows its task', GROUP_LEFT_BEHIND, ['a group mirrors its task']],
    ['a hand-in reaches its orders', WITHOUT_SETTLING, ['the payment says where the cash is']],
    ['a commit writes the rows of its state', ROW_LEFT_BEHIND, ['rows equal the states']],
  ];
  for (const [rule, machines, breaks] of without) {
    it(`breaks without the rule: ${rule}`, function () {
      this.timeout(PATIENCE_MS);
      const failure = firstFailure(machines, 0, 20_000);
      if (failure === null) return expect.fail('20,000 seeds did not break it');
      expect(breaks, storyOf(failure, machines)).to.include(failure.rule);
      if (this.test !== undefined) this.test.title += ` (seed ${failure.seed}: ${failure.rule})`;
    });
  }

  it('reaches every event, and sends every command that a transition table has', function () {
    this.timeout(Math.max(PATIENCE_MS, SEEDS * 20));
    if (ONLY !== undefined || SEEDS < ENOUGH) return this.skip();
    const { counts, given, failure } = realRuns();
    expect(failure, 'a seed failed, and those after it were not run').to.equal(null);
    const seldom = EVENTS.filter((type) => (counts.get(type) ?? 0) < 8);
    expect(seldom, `happened fewer than 8 times in ${SEEDS} seeds`).to.deep.equal([]);
    expect(
      RARE.filter((type) => !counts.has(type)),
      `never happened in ${SEEDS} seeds`,
    ).to.deep.equal([]);
    const commands = Object.values(transitionTables()).flatMap((table) =>
      Object.values(table).flatMap((row) => Object.keys(row ?? {})),
    );
    const left = [...new Set(commands)].filter((command) => !given.has(command) && !NOT_GIVEN.has(command));
    expect(left, `never accepted in ${SEEDS} seeds`).to.deep.equal([]);
  });

  it('a seed gives the same run every time', () => {
    const runs = [1, 2].map(() => {
      const lines: string[] = [];
      for (let seed = 0; seed < 10; seed += 1) runSeed(seed, REAL, { trace: (line) => lines.push(line) });
      return lines;
    });
    expect(runs[0]).to.have.length.above(400);
    expect(runs[1]).to.deep.equal(runs[0]);
  });
});
