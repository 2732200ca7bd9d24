import type { ErrorObject } from 'ajv';
import { type FieldError, WaslError } from '../../../actors/errors.ts';
import { FIELD_TEXTS } from '../texts/field-texts.ts';
import type { Locale } from '../texts/locale.ts';

const MAX_ERRORS = 20;
/** openapi.yaml's requirement for human-readable texts: at least one visible character. */
const VISIBLE = '[\\p{L}\\p{N}\\p{P}\\p{S}]';

/** Converts the validators' errors into a problem with a pointer per violation. */
export function validationProblem(found: readonly ErrorObject[], locale: Locale): WaslError {
  const errors = found.map((error) => fieldError(error, locale));
  const unique = new Map(errors.map((error) => [`${error.pointer} ${error.code} ${error.message}`, error]));
  return new WaslError('common.VALIDATION_FAILED', { errors: [...unique.values()].slice(0, MAX_ERRORS) });
}

function fieldError(error: ErrorObject, locale: Locale): FieldError {
  const { limit } = error.params as { limit?: unknown };
  return {
    pointer: pointerOf(error),
    code: error.keyword,
    message: messageOf(error, locale),
    ...(typeof limit === 'number' ? { params: { limit } } : {}),
  };
}

/** The text for a schema's x-fault in the caller's language; otherwise the validator's message. */
function messageOf({ parentSchema, params, message }: ErrorObject, locale: Locale): string {
  const fault: unknown = params.pattern === VISIBLE ? 'invisible' : parentSchema?.['x-fault'];
  const text = FIELD_TEXTS.get(fault);
  if (text !== undefined) return text[locale];
  const limit: unknown = params.allowedValues;
  return Array.isArray(limit) ? `must be one of ${limit.join(', ')}` : (message ?? 'is not valid');
}

/**
 * `/requestBody/quantity` → `/quantity`; `/query/limit` → `query/limit`. A missing or unknown field is named itself.
 */
function pointerOf(error: ErrorObject): string {
  const named = [error.params.missingProperty, error.params.additionalProperty].find(
    (name) => typeof name === 'string',
  );
  const path = named === undefined ? error.instancePath : `${error.instancePath}/${named}`;
  if (path.startsWith('/requestBody')) return path.slice('/requestBody'.length) || '/';
  return path.replace(/^\//, '');
}
