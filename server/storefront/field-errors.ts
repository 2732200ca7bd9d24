import { type ErrorCode, type FieldError, WaslError } from '../../actors/errors.ts';
import type { FormState, ShownError, ShownErrors } from './form-page-models.ts';

/** Refusals that concern one field, which has the same name in every form. */
const BY_CODE: { readonly [Code in ErrorCode]?: readonly [field: string, fault: ShownError] } = {
  'auth.EMAIL_TAKEN': ['email', 'emailTaken'],
  'auth.INVALID_CREDENTIALS': ['password', 'wrongPassword'],
  'auth.PASSWORD_TOO_SHORT': ['password', 'passwordTooShort'],
  'auth.PASSWORD_TOO_COMMON': ['password', 'passwordTooCommon'],
  'auth.CODE_INVALID': ['code', 'code'],
  'auth.MFA_TOKEN_INVALID': ['mfaToken', 'mfaToken'],
};
const BY_KEYWORD: Readonly<Record<string, ShownError>> = {
  required: 'missing',
  type: 'number',
  minimum: 'number',
  maximum: 'number',
  maxLength: 'tooLong',
};
const BY_FIELD: Readonly<Record<string, ShownError>> = {
  email: 'email',
  phone: 'phone',
  zoneNumber: 'zone',
  code: 'code',
  from: 'time',
  until: 'time',
};
const PASSWORDS: ReadonlySet<string> = new Set(['password', 'newPassword']);

/**
 * The errors of a form's fields in a refusal; null if it concerns none of them, so the page as a whole must show it.
 * @param fieldOf Operation's field name → the form's name, where they differ.
 */
export function errorsOf(
  refusal: unknown,
  fieldOf: Readonly<Record<string, string>> = {},
): ShownErrors | null {
  if (!(refusal instanceof WaslError)) return null;
  const one = BY_CODE[refusal.code];
  if (one !== undefined) {
    const [usual, fault] = one;
    const name = nameOf(refusal.errors[0]) ?? usual;
    return { [fieldOf[name] ?? name]: fault };
  }
  if (refusal.code !== 'common.VALIDATION_FAILED' || refusal.errors.length === 0) return null;
  const faults: Record<string, ShownError> = {};
  for (const error of refusal.errors) {
    const name = nameOf(error) ?? '';
    faults[fieldOf[name] ?? name] ??= errorOf(name, error);
  }
  return faults;
}

/** The submitted form without its passwords, and its errors; an empty field with an error counts as missing. */
export function refusedForm(values: Readonly<Record<string, string>>, faults: ShownErrors): FormState {
  const told = Object.entries(faults).map(([name, fault]) => [name, values[name] === '' ? 'missing' : fault]);
  return { values: withoutPasswords(values), faults: Object.fromEntries(told) };
}

export function withoutPasswords(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !/password|mfaToken|code/i.test(name)));
}

/** The field's name in the operation. */
function nameOf(error: FieldError | undefined): string | undefined {
  return error?.pointer.slice(error.pointer.lastIndexOf('/') + 1);
}

/** @param name The field's name in the operation. */
function errorOf(name: string, { code }: FieldError): ShownError {
  if (code === 'required') return 'missing';
  if (code === 'minLength') return PASSWORDS.has(name) ? 'passwordTooShort' : 'missing';
  return BY_FIELD[name] ?? BY_KEYWORD[code] ?? 'refused';
}
