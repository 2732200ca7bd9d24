import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { type Contract, loadContract } from '../../server/kernel/http/contract.ts';

const contract = frozen(loadContract(join(projectRoot, 'openapi.yaml')));

/** openapi.yaml, parsed once for all services of the process, which share what they compile for it. Nobody may change it. */
export function readContract(): Contract {
  return contract;
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const each of Object.values(value)) frozen(each);
  return value;
}
