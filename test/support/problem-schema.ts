import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { readContract } from './contract.ts';

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
const { document } = readContract();
ajv.addSchema({ $id: 'contract', components: document.components });
const validate = ajv.compile({ $ref: 'contract#/components/schemas/Problem' });

/** How a problem document violates openapi.yaml; null when it is valid. */
export function problemFault(body: unknown): string | null {
  return validate(body) ? null : ajv.errorsText(validate.errors);
}
