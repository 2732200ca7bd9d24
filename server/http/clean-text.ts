import { type FieldError, WaslError } from '../../actors/errors.ts';

/**
 * PostgreSQL cannot store U+0000, and a lone surrogate is no character: both are refused here, so that one bad
 * string never fails a commit it shares with others.
 */
export function refuseUnstorableText(value: unknown, at: string): void {
  const errors: FieldError[] = [];
  walk(value, at, errors);
  if (errors.length > 0) throw new WaslError('common.VALIDATION_FAILED', { errors });
}

function walk(value: unknown, at: string, errors: FieldError[]): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed()) {
      errors.push({ pointer: at, code: 'text', message: 'must not contain U+0000 or half a surrogate pair' });
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      walk(key, at, errors);
      walk(inner, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, errors);
    }
  }
}
