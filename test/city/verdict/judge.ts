import type { CityReader } from '../../../scripts/city/world/reader.ts';
import { pause } from '../../../scripts/shared/waiting.ts';
import type { Difference } from './evidence/difference.ts';
import type { CityFacts } from './evidence/rule.ts';
import { judgeFacts } from './judge-facts.ts';
import { readService } from './read-service.ts';

export interface JudgeOptions {
  /** Whether the installation is the city's alone: then nothing may be there that the city did not make. */
  isExclusive: boolean;
  /** Milliseconds of real time in which what is still on its way may arrive. */
  patience?: number;
  say?: (what: string) => void;
}

export interface Judgement {
  differences: Difference[];
  /** Readings it took. More than one: something was still on its way at the first. */
  readings: number;
}

const TIMEOUT_MS = 20_000;
const LOOK_AGAIN = 1_000;

/**
 * Holds the service against what the clients did and saw. Effects travel down a chain within a second or, after a
 * fault, with the next sweep: what differs is read again until it fits or the patience is over.
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
