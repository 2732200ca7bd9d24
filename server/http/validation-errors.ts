import type { ErrorObject } from 'ajv';
import { type FieldError, WaslError } from '../../actors/errors.ts';

const MOST = 20;

/** Turns what openapi-backend found into a problem: malformed JSON is 400, everything else 422 with a pointer per fault. */
export function validationProblem(found: readonly ErrorObject[]): WaslError {
  if (found.some((error) => error.keyword === 'parse')) {
    return new WaslError('common.MALFORMED', { detail: 'The body is not valid JSON.' });
  }
  const errors = found.map(fieldError);
  const unique = new Map(errors.map((error) => [`${error.pointer} ${error.code} ${error.message}`, error]));
  return new WaslError('common.VALIDATION_FAILED', { errors: [...unique.values()].slice(0, MOST) });
}

function fieldError(error: ErrorObject): FieldError {
  const pointer = pointerOf(error);
  const limit: unknown = error.params.allowedValues;
  const message = Array.isArray(limit)
    ? `must be one of ${limit.join(', ')}`
    : (error.message ?? 'is not valid');
  return { pointer, code: error.keyword, message };
}

/** `/requestBody/quantity` → `/quantity`; `/query/limit` → `query/limit`. A missing or unknown field is named itself. */
function pointerOf(error: ErrorObject): string {
  const named = [error.params.missingProperty, error.params.additionalProperty].find(
    (name) => typeof name === 'string',
  );
  const path = named === undefined ? error.instancePath : `${error.instancePath}/${named}`;
  if (path.startsWith('/requestBody')) return path.slice('/requestBody'.length) || '/';
  return path.replace(/^\//, '');
}
