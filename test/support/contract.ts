import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { type Contract, loadContract } from '../../server/kernel/http/contract.ts';

const contract = loadContract(join(projectRoot, 'openapi.yaml'));

/** openapi.yaml, which takes half a second to read and is read once. Each has a copy: a service may write into its own. */
export function readContract(): Contract {
  return structuredClone(contract);
}
