import { createHash } from 'node:crypto';
import { qatarDay } from '../../kernel/calendar/qatar-time.ts';
import { TtlCache } from '../../kernel/collections/ttl-cache.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import type { Config } from '../../kernel/process/config.ts';
import { spanOf } from './day-span.ts';
import { type OverviewDependencies, readOverview } from './read-overview.ts';

type Overview = components['schemas']['DispatchOverview'];

/** Most days cached, for a short time. */
const MAX_CACHED_DAYS = 10;

export function overviewHandlers(
  deps: OverviewDependencies & { config: Pick<Config, 'overviewCache'> },
): Pick<Handlers, 'getDispatchOverview'> {
  const cache = new TtlCache<Overview>({ ttlMs: deps.config.overviewCache, maxEntries: MAX_CACHED_DAYS });
  return {
    getDispatchOverview: async ({ query }) => {
      const day = query.day ?? qatarDay(deps.clock.now());
      const body = await cache.get(day, () => readOverview(deps, spanOf(day)));
      return { status: 200, body, headers: { ETag: etagOf(body) } };
    },
  };
}

/** Unchanged as long as no number changes, whatever the time of reading. */
function etagOf({ at: _, ...figures }: Overview): string {
  return `"${createHash('sha256').update(JSON.stringify(figures)).digest('base64url').slice(0, 22)}"`;
}
