import { at, type World } from '../world/world.ts';

/** Every second driver works a planned shift; the others start unplanned ones. */
const EVERY = 2;
/** Domain minutes before the planned start at which a driver may start. */
const EARLY = 5;
/** Expected refusals: a plan of an earlier run, or a day so fast that the start has passed. */
const EXPECTED = ['shift.OVERLAP', 'common.VALIDATION_FAILED'];

/** The dispatchers' plan of the day's shifts. */
export async function planShifts({ cast, plan, dayStart, logbook }: World): Promise<void> {
  const [dispatcher] = cast.dispatchers;
  if (dispatcher === undefined) return;
  const planned = plan.drivers.filter((_, index) => index % EVERY === 0);
  for (const { key, shift } of planned) {
    const driverId = cast.drivers.find((hired) => hired.key === key)?.driverId;
    if (driverId === undefined) continue;
    const time = (moment: number) => new Date(at({ dayStart }, moment)).toISOString();
    const body = { driverId, plannedStart: time(shift.from + EARLY), plannedEnd: time(shift.to) };
    const { act, data } = await dispatcher.command(
      'plan a shift',
      (init) => dispatcher.api.POST('/dispatch/shifts', { body, ...init }),
      { expects: EXPECTED },
    );
    if (act.outcome === 'REFUSED') continue;
    const plannedStart = Date.parse(body.plannedStart);
    logbook.shiftPlans.push({
      ...{ shiftId: data?.shifts[0]?.id ?? null, driverId, plannedAt: act.sentAt, plannedStart },
    });
  }
}
