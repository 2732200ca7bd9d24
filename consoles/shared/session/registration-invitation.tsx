import { useState } from 'react';
import type { FieldErrors } from '../forms/errors.ts';
import { SendForm } from '../forms/send-form.tsx';
import { useFormText } from '../forms/use-form-text.ts';
import { useLocaleChoice } from '../i18n/locale.tsx';
import { PlainButton } from '../ui/plain-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { NewPasswordField, useNewPasswordCheck } from './new-password-field.tsx';
import styles from './registration-invitation.module.css';
import { useSession } from './session-context.tsx';
import { useSignInText } from './sign-in-texts.ts';

export interface RegistrationInvitationProps {
  /** Whether one wants to have this console's role. */
  question: string;
  /** How one applies for it. */
  detail: string;
}

/** Shown below the sign-in of a console whose role people apply for: an account can be created there. */
export function RegistrationInvitation({ question, detail }: RegistrationInvitationProps) {
  const t = useSignInText();
  const [open, setOpen] = useState(false);
  return (
    <section className={styles.invitation} aria-labelledby="invitation">
      <h2 id="invitation">{question}</h2>
      <p>{detail}</p>
      {open ? (
        <Register />
      ) : (
        <PlainButton wide onPress={() => setOpen(true)}>
          {t('register.submit')}
        </PlainButton>
      )}
    </section>
  );
}

function Register() {
  const t = useSignInText();
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
    <SendForm wide submit={t('register.submit')} check={check} send={send}>
      {(faults) => (
        <>
          <TextField
            label={t('register.name')}
            name="displayName"
            autoComplete="name"
            maxLength={100}
            value={name}
            onChange={setName}
            error={faults.displayName}
          />
          <TextField
            label={t('signIn.email')}
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
