import { isZero } from '../../../actors/money/money.ts';
import { Refused, type Schema } from '../../people/person.ts';
import type { Logbook } from '../record/logbook.ts';
import { allPages, openTasks } from '../watch/snapshots.ts';
import type { Citizen } from '../world/citizen.ts';
import type { Cast } from '../world/world.ts';

const REASON = 'Left over from an earlier run of the city';
const NOT_READY = ['PENDING_ACCEPTANCE', 'ACCEPTED', 'PACKED'] as const;
const BEFORE_PICKUP: ReadonlySet<Schema<'TaskStatus'>> = new Set(['UNASSIGNED', 'ASSIGNED', 'ACCEPTED']);
const ON_BOARD: ReadonlySet<Schema<'TaskStatus'>> = new Set([
  'PICKED_UP',
  'IN_TRANSIT',
  'ARRIVED',
  'CODE_VERIFIED',
]);

type People = Pick<Cast, 'admin' | 'dispatchers' | 'shops' | 'drivers'>;

/** Ends what an interrupted run has left open: groups, goods on board, cash, shifts. */
export async function tidyUp(people: People, logbook: Logbook): Promise<void> {
  const [dispatcher, second] = people.dispatchers;
  if (dispatcher === undefined || second === undefined) throw new Error('a city needs two dispatchers');
  await cancelGroups(people);
  await endTasks(people, dispatcher);
  for (const { citizen, driverId } of people.drivers) {
    const driver = await citizen.person.ok('read own state', citizen.api.GET('/driver'));
    if (!isZero(driver.cashOnHand.amount)) {
      await settle(dispatcher, second, driver);
      const { cashOnHand } = await citizen.person.ok('read own state', citizen.api.GET('/driver'));
      const record = logbook.drivers.get(driverId);
      if (record !== undefined) record.openingCash = cashOnHand.amount;
    }
    if (driver.shift !== null && driver.shift.status !== 'ENDED')
      await unlessOver(
        citizen.person.ok(`end the shift of ${driverId}`, citizen.api.POST('/driver/shift/end')),
      );
  }
}

async function cancelGroups({ admin, shops }: People): Promise<void> {
  for (const { citizen } of shops.values()) {
    const { person, api } = citizen;
    for (const status of NOT_READY) {
      const groups = await allPages((query) =>
        person.ok(
          'list groups',
          api.GET('/seller/order-groups', { params: { query: { ...query, status } } }),
        ),
      );
      for (const { id } of groups) {
        const params = { path: { id } };
        const cancel = admin.api.POST('/admin/order-groups/{id}/cancel', {
          params,
          body: { reason: REASON },
        });
        await unlessOver(admin.person.ok('cancel a group', cancel));
      }
    }
  }
}

async function endTasks({ shops, drivers }: People, { person, api }: Citizen): Promise<void> {
  const ours = new Set([...shops.values()].map(({ sellerId }) => sellerId));
  for (const { id, status, sellerId, driverId } of await openTasks(person)) {
    if (!ours.has(sellerId)) continue;
    const params = { path: { id } };
    if (BEFORE_PICKUP.has(status)) {
      const cancel = api.POST('/dispatch/tasks/{id}/cancel', { params, body: { reason: REASON } });
      await unlessOver(person.ok('cancel a task', cancel));
    } else if (status === 'CASH_RECORDED') {
      const driver = drivers.find((hired) => hired.driverId === driverId)?.citizen;
      if (driver !== undefined)
        await unlessOver(
          driver.person.ok('complete', driver.api.POST('/driver/tasks/{id}/complete', { params })),
        );
    } else {
      if (ON_BOARD.has(status)) {
        const fail = api.POST('/dispatch/tasks/{id}/fail', {
          params,
          body: { reason: 'OTHER', note: REASON },
        });
        await unlessOver(person.ok('fail a task', fail));
      }
      const writeOff = api.POST('/dispatch/tasks/{id}/write-off', { params, body: { reason: REASON } });
      await unlessOver(person.ok('write off', writeOff));
    }
  }
}

/** Approves a hand-in that was left open, and hands in the remaining cash. */
async function settle(first: Citizen, second: Citizen, { id: driverId }: Schema<'Driver'>): Promise<void> {
  const waiting = await allPages((query) =>
    first.person.ok(
      'list settlements',
      first.api.GET('/dispatch/cash/settlements', {
        params: { query: { ...query, driverId, status: 'PENDING_APPROVAL' } },
      }),
    ),
  );
  for (const { id, createdBy } of waiting) {
    const params = { path: { id } };
    for (const { person, api } of [second, first]) {
      // The one who has counted may not approve it.
      const approved = await unlessOver(
        person.ok(
          `approve what ${createdBy} counted`,
          api.POST('/dispatch/cash/settlements/{id}/approve', { params }),
        ),
      );
      if (approved) break;
    }
  }
  const { onHand } = await first.person.ok(
    "read a driver's cash",
    first.api.GET('/dispatch/cash/drivers/{id}', { params: { path: { id: driverId } } }),
  );
  if (isZero(onHand.amount)) return;
  await unlessOver(
    first.person.ok(
      'hand in',
      first.api.POST('/dispatch/cash/settlements', { body: { driverId, counted: onHand, note: REASON } }),
    ),
  );
}

/** Returns false if it was refused because another person or a timer was faster. */
async function unlessOver(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (!(error instanceof Refused) || error.status >= 500) throw error;
    return false;
  }
}
