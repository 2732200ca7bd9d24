import type { Clock } from '../../actors/runtime/ports.ts';
import type { Database } from '../../db/database.ts';
import { presenceAt } from '../../db/stores/presence-store.ts';
import { SAMPLED } from '../../realtime/breadcrumbs.ts';
import { renderRoute } from '../delivery/route-handlers.ts';
import type { components } from '../http/api-types.ts';
import { driverFactsAt } from './past-drivers.ts';
import { pastRoutes } from './past-lists.ts';
import { pastPlans } from './past-shifts.ts';
import { readPastZones } from './past-zones.ts';
import { type PastQuestion, PastReader } from './read-past.ts';
import {
  renderPastDriver,
  renderPastPlan,
  renderPastPosition,
  renderPastShift,
  renderPastTask,
  renderPastTicket,
} from './render-past.ts';

/** Plans of one day on a past board. */
const MOST_PLANS = 5_000;

/** The board at moments of the past, whole and brief. */
export class PastBoards {
  readonly reader: PastReader;
  readonly #database: Database;

  constructor(deps: { database: Database; clock: Clock; config: { clockRate: number } }) {
    this.reader = new PastReader(deps);
    this.#database = deps.database;
  }

  /** Throws common.VALIDATION_FAILED for a moment out of range. */
  async at(question: PastQuestion): Promise<components['schemas']['PastBoard']> {
    const database = this.#database;
    const past = await this.reader.at(question);
    const { at, from, unreadable, truncated } = past;
    const ids = past.drivers.map(({ id }) => String(id));
    const realAt = await this.reader.store.realTimeOf(new Date(at));
    const [facts, presence, plans, zones, positions] = await Promise.all([
      driverFactsAt(database, ids, at),
      presenceAt(database, ids, realAt),
      pastPlans(database, at, question.driverId, MOST_PLANS),
      readPastZones(database, at, false),
      this.reader.store.positions(ids, realAt),
    ]);
    return {
      at,
      from,
      complete: unreadable === 0 && !truncated && plans.length < MOST_PLANS,
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
      positions: positions.map((position) => renderPastPosition(position, realAt)),
    };
  }
}
