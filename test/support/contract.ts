import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { type Contract, loadContract } from '../../server/kernel/http/contract.ts';

const contract = loadContract(join(projectRoot, 'openapi.yaml'));

/**
 * openapi.yaml. Parsing takes half a second and happens once; every caller gets a copy, since a service may write to
 * its own.
 */
export function readContract(): Contract {
  return structuredClone(contract);
}
