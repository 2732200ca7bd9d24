import type {
  AskCodePage as AskCodeModel,
  EnterCodePage as EnterCodeModel,
  RegisterPage as RegisterModel,
  SignInPage as SignInModel,
} from '../../../../server/storefront/sign-in-page-models.ts';
import { Field } from '../../parts/field.tsx';
import { FormFields } from '../../parts/form-fields.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import {
  Address,
  CodeField,
  EmailField,
  Entry,
  EntryForm,
  EntryLinks,
  FactorField,
  nextQuery,
  PasswordField,
  Refusal,
} from './entry.tsx';

const SAID = { 'password-set': 'saidPasswordSet', 'session-ended': 'saidSessionEnded' } as const;

export function SignInPage({ page }: { page: SignInModel }) {
  const { form, refusal, said, next, asksFactor, sending } = page;
  const { t, to } = useShop();
  const sendsCodes = sending.EMAIL || sending.PHONE;
  const codePath = to(`/sign-in/code${nextQuery(next)}`);
  return (
    <Entry title={t('signIn')}>
      {said === null ? null : (
        <p className={said === 'password-set' ? 'notice success' : 'notice'} role="status">
          {t(SAID[said])}
        </p>
      )}
      <Refusal
        refusal={refusal}
        then={
          refusal?.kind === 'locked' && sendsCodes ? (
            <p>
              {t('entry.lockedCode')} <a href={codePath}>{t('codeLink')}</a>
            </p>
          ) : refusal?.kind === 'factor' ? (
            <p>{t('entry.factorPassword')}</p>
          ) : null
        }
      />
      <EntryForm
        action="/sign-in"
        next={next}
        form={form}
        labels={{ email: t('email'), password: t('password'), mfaToken: t('factorCode') }}
        submit={t('signInSubmit')}
      >
        <EmailField form={form} />
        <PasswordField name="password" form={form} minLength={null} />
        {asksFactor ? <FactorField form={form} /> : null}
      </EntryForm>
      <EntryLinks
        links={[
          [to(`/forgot-password${nextQuery(next)}`), t('forgotLink')],
          sendsCodes ? [codePath, t('codeLink')] : null,
        ]}
      />
      <NewHere next={next} />
      <DemoAccounts page={page} />
    </Entry>
  );
}

/** Empty except in the demo installation, whose passwords are public. */
function DemoAccounts({ page: { demo, next } }: { page: SignInModel }) {
  const { t, to } = useShop();
  if (demo.length === 0) return null;
  return (
    <section className="entry-other" aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">{t('demoTitle')}</h2>
      {demo.map(({ name, email, password }) => (
        <form key={email} method="post" action={to('/sign-in') + nextQuery(next)}>
          <FormFields name="sign-in-demo" />
          {next === '' ? null : <input type="hidden" name="next" value={next} />}
          <input type="hidden" name="email" value={email} />
          <input type="hidden" name="password" value={password} />
          <button type="submit" className="button wide">
            {t('demoSignIn', { name })}
          </button>
        </form>
      ))}
    </section>
  );
}

function NewHere({ next }: { next: string }) {
  const { t, to } = useShop();
  return (
    <section className="entry-other" aria-labelledby="new-here">
      <h2 id="new-here">{t('newHere')}</h2>
      <a className="button wide" href={to(`/register${nextQuery(next)}`)}>
        {t('createAccount')}
      </a>
    </section>
  );
}

export function AskCodePage({ page }: { page: AskCodeModel }) {
  const { form, refusal, next, sending, hasCode } = page;
  const { t, to } = useShop();
  const both = sending.EMAIL && sending.PHONE;
  const label = both ? t('emailOrPhone') : sending.EMAIL ? t('email') : t('mobile');
  const hint = both ? t('codeToEitherHint') : sending.EMAIL ? t('codeToEmailHint') : t('codeToPhoneHint');
  const enterPath = to(`/sign-in/code/enter${nextQuery(next)}`);
  return (
    <Entry title={t('codeTitle')}>
      {sending.EMAIL || sending.PHONE ? (
        <>
          <p>
            {t('codeIntro')}
            {both ? null : ` ${t(sending.EMAIL ? 'noSmsYet' : 'noEmailYet')}`}
          </p>
          <Refusal
            refusal={refusal}
            then={
              refusal?.kind === 'limited' && hasCode ? (
                <p>
                  {t('entry.limitedCode')} <a href={enterPath}>{t('haveCode')}</a>
                </p>
              ) : null
            }
          />
          <EntryForm
            action="/sign-in/code"
            next={next}
            form={form}
            labels={{ address: label }}
            submit={t('sendCode')}
          >
            <Field
              name="address"
              form={form}
              label={label}
              hint={hint}
              type={both ? 'text' : sending.EMAIL ? 'email' : 'tel'}
              autoComplete={both ? 'username' : sending.EMAIL ? 'email' : 'tel'}
              inputMode={sending.EMAIL ? 'email' : 'tel'}
              maxLength={254}
              isLeftToRight
            />
          </EntryForm>
        </>
      ) : (
        <p className="notice">{t('noCodes')}</p>
      )}
      <EntryLinks
        links={[
          hasCode ? [enterPath, t('haveCode')] : null,
          [to(`/sign-in${nextQuery(next)}`), t('passwordLink')],
        ]}
      />
    </Entry>
  );
}

export function EnterCodePage({ page }: { page: EnterCodeModel }) {
  const { form, refusal, next, address, asksFactor } = page;
  const { t, to } = useShop();
  return (
    <Entry title={t('enterTitle')}>
      <p>
        {t('enterIntro')} <Address of={address} />
      </p>
      <Refusal refusal={refusal} />
      <EntryForm
        action="/sign-in/code/enter"
        next={next}
        form={form}
        labels={{ code: t('code'), mfaToken: t('factorCode') }}
        submit={t('signInSubmit')}
      >
        <CodeField form={form} />
        {asksFactor ? <FactorField form={form} /> : null}
      </EntryForm>
      <EntryLinks
        links={[
          [to(`/sign-in/code${nextQuery(next)}`), t('sendAgain')],
          [to(`/sign-in${nextQuery(next)}`), t('passwordLink')],
        ]}
      />
    </Entry>
  );
}

export function RegisterPage({ page }: { page: RegisterModel }) {
  const { form, refusal, next, minPasswordLength } = page;
  const { t, to } = useShop();
  const signIn = to(`/sign-in${nextQuery(next)}`);
  return (
    <Entry title={t('registerTitle')}>
      <Refusal refusal={refusal} />
      <EntryForm
        action="/register"
        next={next}
        form={form}
        labels={{ displayName: t('yourName'), email: t('email'), password: t('password') }}
        submit={t('registerSubmit')}
        help={
          form.faults.email === 'emailTaken' ? (
            <a className="button wide" href={signIn}>
              {t('signInInstead')}
            </a>
          ) : null
        }
      >
        <Field
          name="displayName"
          form={form}
          label={t('yourName')}
          hint={t('nameHint')}
          autoComplete="name"
          maxLength={100}
        />
        <EmailField form={form} />
        <PasswordField name="password" form={form} minLength={minPasswordLength} />
      </EntryForm>
      <section className="entry-other" aria-labelledby="have-account">
        <h2 id="have-account">{t('haveAccount')}</h2>
        <a className="button wide" href={signIn}>
          {t('signIn')}
        </a>
      </section>
    </Entry>
  );
}
