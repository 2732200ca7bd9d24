import { useState } from 'react';
import type { FieldErrors } from '../../shared/forms/errors.ts';
import { SendForm } from '../../shared/forms/send-form.tsx';
import { useFormText } from '../../shared/forms/use-form-text.ts';
import { useLocaleChoice } from '../../shared/i18n/locale.tsx';

import { NewPasswordField, useNewPasswordCheck } from '../../shared/session/new-password-field.tsx';
import { useSession } from '../../shared/session/session-context.tsx';
import { useSignInText } from '../../shared/session/sign-in-texts.ts';
import { PlainButton } from '../../shared/ui/plain-button.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useApplyText } from './apply-texts.ts';
import styles from './invitation.module.css';

/** Shown below the sign-in: how to become a driver without an account. */
export function Invitation() {
  const t = useApplyText();
  const [open, setOpen] = useState(false);
  return (
    <section className={styles.invitation} aria-labelledby="invitation">
      <h2 id="invitation">{t('apply.invite')}</h2>
      <p>{t('apply.invite.detail')}</p>
      {open ? (
        <Register />
      ) : (
        <PlainButton wide onPress={() => setOpen(true)}>
          {t('apply.register')}
        </PlainButton>
      )}
    </section>
  );
}

function Register() {
  const t = useApplyText();
  const signIn = useSignInText();
  const form = useFormText();
  const session = useSession();
  const { locale } = useLocaleChoice();
  const checkPassword = useNewPasswordCheck();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const check = (): FieldErrors => {
    const weak = checkPassword(password);
    return {
      ...(name.trim() === '' ? { displayName: form('fault.needed') } : {}),
      ...(email.includes('@') ? {} : { email: form('fault.email') }),
      ...(weak === null ? {} : { newPassword: weak }),
    };
  };
  const send = () => session.register({ displayName: name.trim(), email: email.trim(), password, locale });
  return (
    <SendForm wide submit={t('apply.register')} check={check} send={send}>
      {(faults) => (
        <>
          <TextField
            label={t('state.name')}
            name="displayName"
            autoComplete="name"
            maxLength={100}
            value={name}
            onChange={setName}
            error={faults.displayName}
          />
          <TextField
            label={signIn('signIn.email')}
            type="email"
            name="email"
            autoComplete="email"
            leftToRight
            value={email}
            onChange={setEmail}
            error={faults.email}
          />
          <NewPasswordField value={password} onChange={setPassword} error={faults.newPassword} />
        </>
      )}
    </SendForm>
  );
}
