import { add } from '../../../actors/money/money.ts';
import type { Schema } from '../../people/person.ts';
import type { PlannedAttempt } from '../model/day-plan.ts';
import type { TaskActName } from '../record/logbook-types.ts';
import type { Answered, Citizen, CommandInit, CommandOptions } from '../world/citizen.ts';
import type { World } from '../world/world.ts';
import type { DriverDesk } from './driver-desk.ts';
import type { Phone } from './phone.ts';

type Task = Schema<'DriverTask'>;
type Sent = Promise<{ data?: Task | undefined; error?: unknown; response: Response }>;

export interface StepOptions extends Pick<CommandOptions, 'expects' | 'reason' | 'brings'> {
  /** The amount of recorded cash. */
  amount?: string;
}

export interface AtDoor {
  world: World;
  citizen: Citizen;
  desk: DriverDesk;
  phone: Phone;
  step(
    what: TaskActName,
    send: (init: CommandInit) => Sent,
    options?: StepOptions,
  ): Promise<Answered<TaskActName, Task>>;
  /** Waits for the answer, or without a network records this status on the phone. */
  orOnPhone(status: Task['status'], sent: Promise<unknown>): Promise<void>;
}

/** Domain minutes in which a buyer who is at home reads a code out. */
const CODE_TIMEOUT_MINUTES = 12;
/** Maximum codes requested at one door. */
const MAX_CODES = 3;

/** The whole delivery at the door, up to the recorded cash or to leaving with the goods. */
export async function deliverAtDoor(at: AtDoor, task: Task, attempt: PlannedAttempt): Promise<void> {
  const { world, citizen, desk } = at;
  const params = { path: { id: task.id } };
  await world.clock.minutes(attempt.reachesDoor);
  if (attempt.saysArrived && isOnTheWay(desk.statusOf(task.id))) {
    const arrived = at.step('arrive', (init) =>
      citizen.api.POST('/driver/tasks/{id}/arrive', { params, ...init }),
    );
    await at.orOnPhone('ARRIVED', arrived);
  }
  if (attempt.failure !== null) return fail(at, task, attempt.failure);
  if (!(await verify(at, task, attempt))) return;
  await world.clock.minutes(attempt.countsCash);
  await pay(at, task, attempt.miscountedBy);
}

function isOnTheWay(status: Task['status'] | null): boolean {
  return status === 'IN_TRANSIT' || status === 'PICKED_UP';
}

async function fail(at: AtDoor, task: Task, reason: Schema<'FailureReason'>, note?: string): Promise<void> {
  const { citizen } = at;
  const params = { path: { id: task.id } };
  const body = note === undefined ? { reason } : { reason, note };
  const sent = (async () => {
    const { data } = await at.step(
      'fail',
      (init) => citizen.api.POST('/driver/tasks/{id}/fail', { params, body, ...init }),
      { reason, brings: { subject: task.id, status: 'FAILED' } },
    );
    // Only some reasons let a driver start the return without a dispatcher's decision.
    if (data?.status !== 'FAILED' || data.failure?.next !== 'RETURN') return;
    await at.step('start-return', (init) =>
      citizen.api.POST('/driver/tasks/{id}/return', { params, body: { stage: 'START' }, ...init }),
    );
  })();
  await at.orOnPhone('FAILED', sent);
}

/** Returns true if the code was right, false if the driver leaves without delivering. */
async function verify(at: AtDoor, task: Task, attempt: PlannedAttempt): Promise<boolean> {
  const { world, citizen, desk } = at;
  const params = { path: { id: task.id } };
  if (desk.statusOf(task.id) === 'CODE_VERIFIED') return true;
  if (desk.statusOf(task.id) === 'CASH_RECORDED') return true;
  if (attempt.failure === null && (await withoutCode(at, task))) return true;
  const heard = new Set<string>();
  let slips = attempt.wrongCodes;
  for (let codes = 0; codes < MAX_CODES; codes += 1) {
    const { act } = await at.step('request-code', (init) =>
      citizen.api.POST('/driver/tasks/{id}/delivery-code', { params, ...init }),
    );
    if (act.outcome === 'REFUSED') return false;
    await world.clock.minutes(attempt.buyerReadsCode);
    const door = { taskId: task.id, groupId: task.orderGroupId };
    const code = await world.doorstep.hear(door, heard, {
      clock: world.clock,
      minutes: CODE_TIMEOUT_MINUTES,
    });
    if (code === null) break;
    heard.add(code.codeId);
    const verified = await type(at, task, code.code, slips);
    if (verified !== null) return verified;
    slips = 0;
  }
  await fail(at, task, 'NOBODY_HOME');
  return false;
}

/** Without a signal a dispatcher confirms in place of the code, if one can be reached. */
async function withoutCode({ world, phone, desk }: AtDoor, task: Task): Promise<boolean> {
  const key = world.logbook.group(task.orderGroupId)?.planned;
  if (world.planned.troubleOf(key)?.withoutCode !== true || !phone.isOnline) return false;
  const stoodIn = await world.helpLine.standInForCode({ taskId: task.id, groupId: task.orderGroupId });
  if (stoodIn) desk.noted(task.id, 'CODE_VERIFIED');
  return stoodIn;
}

/** Types the code after `slips` mistakes. Returns null if a new code has to be requested. */
async function type(at: AtDoor, task: Task, code: string, slips: number): Promise<boolean | null> {
  const { citizen, world } = at;
  const params = { path: { id: task.id } };
  const enter = (what: TaskActName, digits: string) =>
    at.step(
      what,
      (init) =>
        citizen.api.POST('/driver/tasks/{id}/verify-code', { params, body: { code: digits }, ...init }),
      {
        expects: [
          'delivery.CODE_INVALID',
          'delivery.CODE_VOID',
          'delivery.CODES_EXHAUSTED',
          'delivery.CODE_EXPIRED',
        ],
        brings: { subject: task.id, status: 'CODE_VERIFIED' },
      },
    );
  for (let slip = 0; slip < slips; slip += 1) {
    const { act } = await enter('wrong-code', slipOf(code, slip));
    if (act.code === 'delivery.CODE_VOID') return null;
    await world.clock.minutes(0.2);
  }
  if (slips >= 5) return null;
  const { act } = await enter('verify-code', code);
  if (act.outcome !== 'REFUSED') return true;
  return act.code?.startsWith('delivery.CODE_') === true ? null : false;
}

/** The code with one wrong digit. */
function slipOf(code: string, slip: number): string {
  const place = slip % code.length;
  const digit = (Number(code[place]) + 1 + slip) % 10;
  const wrong = code.slice(0, place) + String(digit) + code.slice(place + 1);
  return wrong === code ? code.split('').reverse().join('') : wrong;
}

async function pay(at: AtDoor, task: Task, miscountedBy: string | null): Promise<void> {
  const { citizen, world } = at;
  const params = { path: { id: task.id } };
  const due = task.cashDue.amount;
  const record = (amount: string) =>
    at.step(
      'record-cash',
      (init) =>
        citizen.api.POST('/driver/tasks/{id}/record-cash', {
          params,
          body: { amount: { amount, currency: 'QAR' } },
          ...init,
        }),
      { amount, expects: ['delivery.CASH_MISMATCH'] },
    );
  if (miscountedBy !== null) {
    await record(add(due, miscountedBy));
    await world.clock.minutes(0.3);
  }
  const sent = [
    record(due),
    at.step('complete', (init) => citizen.api.POST('/driver/tasks/{id}/complete', { params, ...init }), {
      brings: { subject: task.id, status: 'COMPLETED' },
    }),
  ];
  await at.orOnPhone('COMPLETED', Promise.all(sent));
  world.doorstep.forget(task.id);
}
