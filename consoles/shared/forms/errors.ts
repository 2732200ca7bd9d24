import { ProblemError } from '../api/problem.ts';
import { useFormText } from './use-form-text.ts';

/** A field of a form, named like its input. */
export type ErrorField =
  | 'password'
  | 'newPassword'
  | 'code'
  | 'email'
  | 'phone'
  | 'displayName'
  | 'token'
  | 'from'
  | 'until'
  | 'zone'
  | 'vehicle'
  | 'plate';

/** Error texts by field, in the reader's language. */
export type FieldErrors = Partial<Record<ErrorField, string>>;

/** The service's field names whose inputs have another name. */
const RENAMED: Readonly<Record<string, ErrorField>> = {
  currentPassword: 'password',
  fullName: 'displayName',
};
const FIELDS: ReadonlySet<string> = new Set<ErrorField>([
  ...(['password', 'newPassword', 'code', 'email', 'phone'] as const),
  ...(['displayName', 'token', 'from', 'until', 'zone', 'vehicle', 'plate'] as const),
]);

/** Assigns a refusal to the fields it concerns; empty if it concerns none. */
export function useErrorsOf(): (refusal: unknown) => FieldErrors {
  const t = useFormText();
  return (refusal) => {
    if (!(refusal instanceof ProblemError)) return {};
    const { code, problem } = refusal;
    switch (code) {
      case 'auth.INVALID_CREDENTIALS':
        return { password: t('fault.password') };
      case 'auth.PASSWORD_TOO_SHORT':
        return { newPassword: t('fault.short', { count: Number(problem.minLength ?? 10) }) };
      case 'auth.PASSWORD_TOO_COMMON':
        return { newPassword: t('fault.common') };
      case 'auth.CODE_INVALID':
        return { code: t('fault.code') };
      case 'auth.MFA_TOKEN_INVALID':
        return { code: t('fault.factorCode') };
      case 'auth.EMAIL_TAKEN':
        return { email: t('fault.emailTaken') };
      case 'auth.RESET_LINK_INVALID':
        return { token: t('fault.resetLink') };
      case 'common.VALIDATION_FAILED':
        return Object.fromEntries(
          problem.errors.flatMap(({ pointer }) => {
            const field = fieldOf(pointer);
            // The service's text is for developers: what a reader can act on was checked before sending.
            return field === null
              ? []
              : [[field, field === 'email' || field === 'phone' ? t(`fault.${field}`) : t('fault.refused')]];
          }),
        );
      default:
        return {};
    }
  };
}

function fieldOf(pointer: string): ErrorField | null {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  const renamed = RENAMED[name];
  if (renamed !== undefined) return renamed;
  return FIELDS.has(name) ? (name as ErrorField) : null;
}
