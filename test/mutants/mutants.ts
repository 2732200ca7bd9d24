import type { Mutant } from './mutant.ts';
import { ATTACK_MUTANTS } from './mutants-attacks.ts';
import { COMMIT_MUTANTS } from './mutants-commit.ts';
import { OWNER_MUTANTS } from './mutants-owner.ts';
import { OWNERSHIP_MUTANTS } from './mutants-ownership.ts';
import { PARTITION_MUTANTS } from './mutants-partitions.ts';

/** Every safeguard that a named test must guard. */
export const MUTANTS: readonly Mutant[] = [
  ...COMMIT_MUTANTS,
  ...OWNERSHIP_MUTANTS,
  ...OWNER_MUTANTS,
  ...PARTITION_MUTANTS,
  ...ATTACK_MUTANTS,
];
