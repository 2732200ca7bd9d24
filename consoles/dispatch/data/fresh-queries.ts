import type { QueryClient } from '@tanstack/react-query';
import type { LiveMessage } from '../../shared/live/live-message.ts';

/** Query keys of what is read through REST beside the board; live events invalidate them. */
export const keys = {
  task: (id: string) => ['task', id] as const,
  taskInBrief: (id: string) => ['task', id, 'brief'] as const,
  taskEvents: (id: string) => ['task', id, 'events'] as const,
  upstream: ['upstream'] as const,
  explanation: (id: string, driverId: string | null) => ['task', id, 'why', driverId] as const,
  ranking: (taskIds: readonly string[], seen: string, driverId: string | null) =>
    ['ranking', taskIds, seen, driverId] as const,
  driver: (id: string) => ['driver', id] as const,
  drivers: (status: string) => ['drivers', status] as const,
  route: (driverId: string) => ['route', driverId] as const,
  zones: ['zones'] as const,
  shifts: (day: string) => ['shifts', day] as const,
  cash: ['cash'] as const,
  cashReport: (day: string) => ['cash', 'report', day] as const,
  travelTimes: ['travel-times'] as const,
  settlements: (day: string) => ['cash', 'settlements', day] as const,
  alerts: (filter: string) => ['alerts', filter] as const,
  overview: (day: string) => ['overview', day] as const,
  receipt: (id: string) => ['receipt', id] as const,
  moments: (day: string) => ['moments', day] as const,
};

/** Milliseconds over which events are gathered: a busy second reads a list once. */
const GATHER_MS = 1_000;
/** Totals over all sellers are read less often: during a rush hour they change every second. */
const COUNTED_TOGETHER = 5_000;

/** Refetches the lists and details on screen when live events concern them. */
export class FreshQueries {
  readonly #queries: QueryClient;
  readonly #stale = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #counting: ReturnType<typeof setTimeout> | undefined;

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  hear(message: LiveMessage): void {
    if (changesUpstream(message)) {
      this.#counting ??= setTimeout(() => {
        this.#counting = undefined;
        void this.#queries.invalidateQueries({ queryKey: keys.upstream });
      }, COUNTED_TOGETHER);
    }
    for (const key of keysOf(message)) this.#stale.add(JSON.stringify(key));
    this.#timer ??= setTimeout(() => this.#refresh(), GATHER_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#counting);
  }

  #refresh(): void {
    this.#timer = undefined;
    const stale = [...this.#stale];
    this.#stale.clear();
    for (const key of stale) void this.#queries.invalidateQueries({ queryKey: JSON.parse(key) as string[] });
  }
}

/** Placed, accepted, packed or cancelled; or ready, and from now on on the board. */
function changesUpstream({ event }: LiveMessage): boolean {
  return event === 'group.updated';
}

function keysOf({ event, payload }: LiveMessage): (readonly string[])[] {
  switch (event) {
    case 'task.updated':
    case 'task.contacted':
      return [keys.task(payload.taskId)];
    case 'driver.updated':
      return [keys.driver(payload.driverId), ['drivers']];
    case 'route.updated':
      return [keys.route(payload.driverId)];
    case 'cash.updated':
      return [keys.cash, keys.driver(payload.driverId)];
    case 'shift.updated':
    case 'plan.updated':
      return [['shifts']];
    case 'alert.raised':
    case 'alert.updated':
      return [['alerts']];
    case 'zone.updated':
      return [keys.zones];
    default:
      return [];
  }
}
