import { namedChance } from '../../scripts/shared/chance.ts';
import { readContract } from '../support/contract.ts';
import { ContractOperations } from '../support/contract-operations.ts';
import { Findings } from './findings.ts';
import type { FuzzFigures } from './fuzz-figures.ts';
import { FuzzRound } from './fuzz-round.ts';
import { AnswerJudge } from './judge-answer.ts';

export interface FuzzOptions {
  seed: number;
  requests: number;
  /** Leaves out what costs most: repeats in most batches, and a check of bodies that the service makes itself in tests. */
  quick?: boolean;
  signal?: AbortSignal;
  onProgress?: (line: string) => void;
}

/** A market wears off: sellers close, drivers are suspended, accounts end. */
const REQUESTS_PER_MARKET = 5_000;

/** Sends requests drawn from the contract to a service, and judges what comes back and what it does meanwhile. */
export async function runFuzz({
  seed,
  requests,
  quick = false,
  signal,
  onProgress,
}: FuzzOptions): Promise<FuzzFigures> {
  const findings = new Findings(({ what, example }) => onProgress?.(`${what}\n${example}`));
  const figures: Omit<FuzzFigures, 'findings'> = {
    ...{ requests: 0, repeated: 0, messages: 0, answers: {}, operations: 0 },
    ...{ boundaries: { tried: 0, all: 0 }, compared: 0, notCompared: 0, worstPause: 0 },
  };
  const asked = new Set<string>();
  const contract = readContract();
  const judge = new AnswerJudge(contract, new ContractOperations(contract), !quick);
  for (let round = 0; figures.requests < requests && signal?.aborted !== true; round += 1) {
    const count = Math.min(REQUESTS_PER_MARKET, requests - figures.requests);
    await FuzzRound.play({
      ...{ chance: namedChance(seed, 'round', round), count, figures, findings, asked, judge, quick, signal },
      shuffle: namedChance(seed, 'boundaries'),
    });
    figures.operations = asked.size;
    onProgress?.(
      `${figures.requests} requests, ${figures.messages} messages, ${findings.all.length} kinds of findings, longest pause ${Math.round(figures.worstPause)} ms`,
    );
  }
  return { ...figures, findings: findings.all };
}
