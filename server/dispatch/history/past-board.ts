import type { Database } from '../../../db/database.ts';
import { PgHistoryStore } from '../../../db/stores/history-store.ts';
import { presenceAt } from '../../../db/stores/presence-store.ts';
import { SAMPLED } from '../../../realtime/breadcrumbs.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { renderRoute } from '../routes/routes.ts';
import { driverFactsAt } from './past-driver-store.ts';
import { pastRoutes } from './past-lists.ts';
import type { PastDependencies } from './past-reads.ts';
import { pastPlans } from './past-shifts.ts';
import { readPastZones } from './past-zone-store.ts';
import { type PastQuestion, PastReader } from './read-past.ts';
import {
  renderPastDriver,
  renderPastPlan,
  renderPastPosition,
  renderPastShift,
  renderPastTask,
  renderPastTicket,
} from './render-past.ts';

/** Most shift plans on the board of one past day. */
const MAX_PLANS = 5_000;

/** The board at past moments, whole and in brief. */
export class PastBoards {
  readonly reader: PastReader;

  constructor(deps: PastDependencies) {
    this.reader = new PastReader(deps);
  }

  /** Throws common.VALIDATION_FAILED for a moment out of range. */
  async at(question: PastQuestion): Promise<components['schemas']['PastBoard']> {
    // What is not event-sourced is read while the events are folded.
    const at = this.reader.momentOf(question);
    const { driverId } = question;
    const [past, { realAt, facts, presence, plans, zones, positions }] = await Promise.all([
      this.reader.at(question),
      this.reader.reads.read(Date.parse(at), (database) => readBeside(database, at, driverId)),
    ]);
    const { from, unreadable, truncated } = past;
    const shown = new Set(past.drivers.map(({ id }) => String(id)));
    return {
      at,
      from,
      complete: unreadable === 0 && !truncated && plans.length < MAX_PLANS,
      positionsSampledEvery: { seconds: SAMPLED.every / 1000, metres: SAMPLED.metres },
      drivers: past.drivers.map((row) => {
        const id = String(row.id);
        const fullName = facts.get(id)?.fullName ?? '';
        return renderPastDriver(row, { fullName, presence: presence.get(id) ?? 'UNKNOWN' });
      }),
      shifts: past.shifts.map(renderPastShift),
      plannedShifts: plans.map(renderPastPlan),
      tasks: past.tasks.map(renderPastTask),
      routes: pastRoutes(past.routes, facts).map(renderRoute),
      zones: zones.map(({ id, nameEn: en, nameAr: ar, priority, active, version }) => ({
        id,
        name: { en, ar },
        priority,
        active,
        version,
      })),
      queue: past.tickets.map(renderPastTicket),
      positions: positions
        .filter((position) => shown.has(position.driverId))
        .map((position) => renderPastPosition(position, realAt)),
    };
  }
}

async function readBeside(database: Database, at: string, driverId: string | undefined) {
  const store = new PgHistoryStore(database);
  // Sequential: the folding beside it takes longer anyway, and this leaves connections for other requests.
  const realAt = await store.realTimeOf(new Date(at));
  const ids = driverId === undefined ? await store.keysOf('driver') : [driverId];
  const facts = await driverFactsAt(database, ids, at);
  const presence = await presenceAt(database, ids, realAt);
  const plans = await pastPlans(database, at, driverId, MAX_PLANS);
  const zones = await readPastZones(database, at, false);
  const positions = await store.positions(ids, realAt);
  return { realAt, facts, presence, plans, zones, positions };
}
