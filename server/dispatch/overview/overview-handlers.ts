import { createHash } from 'node:crypto';
import { qatarDay } from '../../kernel/calendar/qatar-time.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import type { Config } from '../../kernel/process/config.ts';
import { spanOf } from './day-span.ts';
import { type OverviewDependencies, readOverview } from './read-overview.ts';

type Overview = components['schemas']['DispatchOverview'];

export function overviewHandlers(
  deps: OverviewDependencies & { config: Pick<Config, 'overviewCache'> },
): Pick<Handlers, 'getDispatchOverview'> {
  const kept = new KeptAnswers<Overview>(deps.config.overviewCache);
  return {
    getDispatchOverview: async ({ query }) => {
      const day = query.day ?? qatarDay(deps.clock.now());
      const body = await kept.of(day, () => readOverview(deps, spanOf(day)));
      return { status: 200, body, headers: { ETag: etagOf(body) } };
    },
  };
}

/** The same as long as no figure changes, whenever it was read. */
function etagOf({ at: _, ...figures }: Overview): string {
  return `"${createHash('sha256').update(JSON.stringify(figures)).digest('base64url').slice(0, 22)}"`;
}

/**
 * Answers of the last moment, so that a hundred boards that ask at once cost one reading. Those who ask while it is
 * read wait for the same reading. Of a few keys only: the one asked longest ago goes first.
 */
export class KeptAnswers<T> {
  readonly #life: number;
  readonly #most: number;
  readonly #kept = new Map<string, { since: number; answer: Promise<T> }>();

  /** @param life Milliseconds. */
  constructor(life: number, most = 10) {
    this.#life = life;
    this.#most = most;
  }

  of(key: string, read: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(key);
    if (kept !== undefined && performance.now() - kept.since < this.#life) return kept.answer;
    const answer = read();
    this.#kept.delete(key);
    this.#kept.set(key, { since: performance.now(), answer });
    // A fault is not kept.
    answer.catch(() => this.#kept.delete(key));
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most) break;
      this.#kept.delete(oldest);
    }
    return answer;
  }
}
