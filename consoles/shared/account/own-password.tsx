import { usePasswordText } from '../i18n/password-texts.ts';
import { useAccount } from '../session/session-context.tsx';
import { PasswordField } from '../ui/password-field.tsx';

export interface OwnPasswordProps {
  value: string;
  onChange(value: string): void;
  error: string | undefined;
  description?: string;
}

/** Asks for the current password; renders nothing for an account without one, which needs a recent sign-in instead. */
export function OwnPassword({ description, ...field }: OwnPasswordProps) {
  const t = usePasswordText();
  const { email, hasPassword } = useAccount();
  if (!hasPassword) return null;
  return (
    <>
      {/* Lets a password manager know which account the password belongs to. */}
      <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
      <PasswordField
        {...field}
        label={t('password.current')}
        name="password"
        autoComplete="current-password"
        description={description}
      />
    </>
  );
}
