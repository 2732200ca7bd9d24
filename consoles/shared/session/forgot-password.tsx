import { useState } from 'react';
import type { FieldErrors } from '../forms/errors.ts';
import { SendForm } from '../forms/send-form.tsx';
import { useFormText } from '../forms/use-form-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useRecoveryText } from './recovery-texts.ts';
import { useApi } from './session-context.tsx';
import styles from './sign-in-page.module.css';
import { useSignInText } from './sign-in-texts.ts';

export interface ForgotPasswordProps {
  onCode(): void;
  onBack(): void;
}

/** Asks for a link. The answer is the same for every address, so it does not reveal which have accounts. */
export function ForgotPassword({ onCode, onBack }: ForgotPasswordProps) {
  const t = useSignInText();
  const recovery = useRecoveryText();
  const form = useFormText();
  const api = useApi();
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  const check = (): FieldErrors => (email.includes('@') ? {} : { email: form('fault.email') });
  const send = async () => {
    await api.POST('/auth/password/forgot', { body: { email: email.trim() } });
    setSent(true);
  };
  return (
    <>
      <h2 className={styles.title}>{recovery('forgot.title')}</h2>
      {sent ? (
        <Banner tone="info" title={recovery('forgot.sent.title')}>
          {recovery('forgot.sent.detail')}
        </Banner>
      ) : (
        <SendForm submit={recovery('forgot.submit')} check={check} send={send} wide>
          {(faults) => (
            <>
              <p className={styles.hint}>{recovery('forgot.hint')}</p>
              <TextField
                label={t('signIn.email')}
                type="email"
                name="email"
                autoComplete="username"
                leftToRight
                autoFocus
                value={email}
                onChange={setEmail}
                error={faults.email}
              />
            </>
          )}
        </SendForm>
      )}
      <div className={styles.ways}>
        <Button kind="quiet" wide onPress={onCode}>
          {recovery('forgot.haveCode')}
        </Button>
        <Button kind="quiet" wide onPress={onBack}>
          {recovery('forgot.back')}
        </Button>
      </div>
    </>
  );
}
