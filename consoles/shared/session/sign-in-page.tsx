import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Form } from 'react-aria-components';
import { useLocaleChoice } from '../i18n/locale.tsx';
import { useSharedText } from '../i18n/shared-texts.ts';
import { Banner } from '../ui/banner.tsx';
import { BrandMark } from '../ui/brand-mark.tsx';
import { Button } from '../ui/button.tsx';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useNow } from '../ui/use-now.ts';
import { DemoAccounts } from './demo-accounts.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { useRecoveryText } from './recovery-texts.ts';
import { ResetPassword } from './reset-password.tsx';
import { useSession } from './session-context.tsx';
import type { EndReason } from './session-state.ts';
import styles from './sign-in-page.module.css';
import { type SignInRefusal, signInRefusal } from './sign-in-refusal.ts';
import { SignInRefused } from './sign-in-refused.tsx';
import { useSignInText } from './sign-in-texts.ts';

export interface SignInPageProps {
  /** "Dispatch", "Driver". */
  console: string;
  tagline: string;
  /** The role this console is for, in words. */
  role: string;
  /** Why the previous session ended. */
  reason: EndReason | null;
  /** From the link the page was opened with, to set a new password; null without one. */
  resetToken: string | null;
  /** The password was reset, or the user left the form. */
  onResetLeft(): void;
  /** Below the form. */
  children?: ReactNode;
}

type View = 'sign-in' | 'forgot' | 'reset' | 'password-set';

export function SignInPage(props: SignInPageProps) {
  const { console: name, tagline, role, reason, resetToken, onResetLeft, children } = props;
  const t = useSharedText();
  const recovery = useRecoveryText();
  const [view, setView] = useState<View>(resetToken === null ? 'sign-in' : 'reset');
  const leave = (to: View) => () => {
    setView(to);
    onResetLeft();
  };
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <LanguageSwitch />
      </header>
      <main className={styles.main}>
        <div className={styles.brand}>
          <BrandMark size={44} />
          <h1 className={styles.name}>
            {t('brand.name')} <span className={styles.console}>{name}</span>
          </h1>
          <p className={styles.tagline}>{tagline}</p>
        </div>
        <div className={styles.card}>
          {view === 'forgot' ? (
            <ForgotPassword onCode={() => setView('reset')} onBack={leave('sign-in')} />
          ) : view === 'reset' ? (
            <ResetPassword
              token={resetToken ?? ''}
              onDone={leave('password-set')}
              onForgot={() => setView('forgot')}
              onBack={leave('sign-in')}
            />
          ) : (
            <>
              {view === 'password-set' ? (
                <Banner tone="success">{recovery('reset.done')}</Banner>
              ) : reason === null ? null : (
                <SessionEnded reason={reason} />
              )}
              <SignInForm role={role} />
              <Button kind="quiet" wide onPress={() => setView('forgot')}>
                {recovery('forgot.link')}
              </Button>
            </>
          )}
        </div>
        {children}
      </main>
    </div>
  );
}

function SessionEnded({ reason }: { reason: EndReason }) {
  const t = useSignInText();
  const other = reason === 'other-account';
  return (
    <Banner
      tone={reason === 'left' ? 'success' : 'info'}
      {...(other
        ? {
            actions: (
              <Button size="small" onPress={() => location.reload()}>
                {t('ended.continue')}
              </Button>
            ),
          }
        : {})}
    >
      {t(`ended.${reason}`)}
    </Banner>
  );
}

function SignInForm({ role }: { role: string }) {
  const t = useSignInText();
  const session = useSession();
  const { direction } = useLocaleChoice();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<SignInRefusal | null>(null);
  const [missing, setMissing] = useState<{ email: boolean; password: boolean }>({
    email: false,
    password: false,
  });
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const waiting = useStillWaiting(refusal, () => setRefusal(null));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const empty = { email: email.trim() === '', password: password === '' };
    setMissing(empty);
    if (empty.email || empty.password) {
      (empty.email ? emailField : passwordField).current?.focus();
      return;
    }
    setPending(true);
    setRefusal(null);
    try {
      await session.signIn(email.trim(), password);
    } catch (error) {
      setRefusal(signInRefusal(error));
      setPending(false);
    }
  };
  return (
    <Form className={styles.form ?? ''} onSubmit={submit} validationBehavior="aria" dir={direction}>
      <h2 className={styles.title}>{t('signIn.title')}</h2>
      {refusal === null ? null : <SignInRefused refusal={refusal} role={role} />}
      <TextField
        label={t('signIn.email')}
        type="email"
        name="email"
        autoComplete="username"
        leftToRight
        autoFocus
        inputRef={emailField}
        value={email}
        onChange={setEmail}
        error={missing.email && email === '' ? t('signIn.needEmail') : null}
      />
      <PasswordField
        label={t('signIn.password')}
        name="password"
        autoComplete="current-password"
        inputRef={passwordField}
        value={password}
        onChange={setPassword}
        error={missing.password && password === '' ? t('signIn.needPassword') : null}
      />
      <Button type="submit" kind="primary" wide isPending={pending} isDisabled={waiting}>
        {t(pending ? 'signIn.pending' : 'signIn.submit')}
      </Button>
      <DemoAccounts
        onChoose={(account) => {
          setEmail(account.email);
          setPassword(account.password);
          setRefusal(null);
          passwordField.current?.focus();
        }}
      />
    </Form>
  );
}

/** True until a lock or limit is over; then calls `over`. */
function useStillWaiting(refusal: SignInRefusal | null, over: () => void): boolean {
  const until = refusal !== null && 'until' in refusal ? refusal.until : null;
  const now = useNow(1_000, until !== null);
  const waiting = until !== null && now < until;
  const ended = until !== null && !waiting;
  useEffect(() => {
    if (ended) over();
  }, [ended, over]);
  return waiting;
}
