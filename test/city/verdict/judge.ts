import type { CityReader } from '../../../scripts/city/world/reader.ts';
import { pause } from '../../../scripts/shared/waiting.ts';
import type { Difference } from './evidence/difference.ts';
import type { CityFacts } from './evidence/rule.ts';
import { judgeFacts } from './judge-facts.ts';
import { readService } from './read-service.ts';

export interface JudgeOptions {
  /** Whether the installation is the city's alone: then it must contain nothing that the city did not make. */
  isExclusive: boolean;
  /** Milliseconds of real time in which everything still in flight may arrive. */
  patience?: number;
  say?: (what: string) => void;
}

export interface Judgement {
  differences: Difference[];
  /** The number of readings. More than one: something was still in flight at the first. */
  readings: number;
}

const TIMEOUT_MS = 20_000;
const LOOK_AGAIN = 1_000;

/**
 * Compares the service with what the clients did and saw. Effects pass along a chain within a second or, after a fault,
 * with the next sweep: differing facts are read again until they match or the time is over.
 */
export async function judge(city: CityFacts, reader: CityReader, options: JudgeOptions): Promise<Judgement> {
  const { patience = TIMEOUT_MS } = options;
  const deadline = performance.now() + patience;
  for (let readings = 1; ; readings += 1) {
    const differences = judgeFacts(city, await readService(city, reader, options));
    if (differences.length === 0 || performance.now() > deadline) return { differences, readings };
    await pause(LOOK_AGAIN);
  }
}
