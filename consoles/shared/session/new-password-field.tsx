import { useFormText } from '../forms/use-form-text.ts';
import { usePasswordText } from '../i18n/password-texts.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { usePasswordLength } from './use-password-length.ts';

export interface NewPasswordFieldProps {
  value: string;
  onChange(value: string): void;
  error: string | undefined;
}

/** A field for a new password that shows the rules beforehand. */
export function NewPasswordField({ value, onChange, error }: NewPasswordFieldProps) {
  const t = usePasswordText();
  const length = usePasswordLength();
  return (
    <PasswordField
      label={t('password.new')}
      name="newPassword"
      autoComplete="new-password"
      value={value}
      onChange={onChange}
      description={
        length === null
          ? t('password.rules')
          : `${t('password.length', { count: length })} ${t('password.rules')}`
      }
      error={error}
    />
  );
}

/** Checks that can be made in the browser; the service makes the others. */
export function useNewPasswordCheck(): (password: string) => string | null {
  const t = useFormText();
  const length = usePasswordLength();
  return (password) => {
    if (password === '') return t('fault.needed');
    // Counted the way the service does.
    const count = [...password.normalize('NFC')].length;
    return length !== null && count < length ? t('fault.short', { count: length }) : null;
  };
}
