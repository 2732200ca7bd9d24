import { useState } from 'react';
import type { FieldErrors } from '../forms/errors.ts';
import { SendForm } from '../forms/send-form.tsx';
import { useFormText } from '../forms/use-form-text.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { NewPasswordField, useNewPasswordCheck } from './new-password-field.tsx';
import { useRecoveryText } from './recovery-texts.ts';
import { useApi } from './session-context.tsx';
import styles from './sign-in-page.module.css';

export interface ResetPasswordProps {
  /** From the link; empty if it has to be typed. */
  token: string;
  onDone(): void;
  onForgot(): void;
  onBack(): void;
}

/** Sets a new password with the token sent to the account's e-mail. */
export function ResetPassword({ token: given, onDone, onForgot, onBack }: ResetPasswordProps) {
  const recovery = useRecoveryText();
  const form = useFormText();
  const api = useApi();
  const checkPassword = useNewPasswordCheck();
  const [token, setToken] = useState(given);
  const [newPassword, setPassword] = useState('');
  const check = (): FieldErrors => {
    const fault = checkPassword(newPassword);
    return {
      ...(token.trim() === '' ? { token: form('fault.needed') } : {}),
      ...(fault === null ? {} : { newPassword: fault }),
    };
  };
  const send = async () => {
    await api.POST('/auth/password/reset', { body: { token: token.trim(), newPassword } });
    onDone();
  };
  return (
    <>
      <h2 className={styles.title}>{recovery('reset.title')}</h2>
      <SendForm submit={recovery('reset.submit')} check={check} send={send} wide>
        {(faults) => (
          <>
            <p className={styles.hint}>{recovery('reset.hint')}</p>
            {/* Also shown if the link's token turns out to be invalid. */}
            {given === '' || faults.token !== undefined ? (
              <TextField
                label={recovery('reset.token')}
                name="token"
                autoComplete="one-time-code"
                leftToRight
                value={token}
                onChange={setToken}
                error={faults.token}
              />
            ) : null}
            <NewPasswordField value={newPassword} onChange={setPassword} error={faults.newPassword} />
          </>
        )}
      </SendForm>
      <div className={styles.ways}>
        <Button kind="quiet" wide onPress={onForgot}>
          {recovery('forgot.link')}
        </Button>
        <Button kind="quiet" wide onPress={onBack}>
          {recovery('forgot.back')}
        </Button>
      </div>
    </>
  );
}
