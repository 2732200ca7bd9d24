import type {
  ForgotPasswordPage as ForgotModel,
  InvitationPage as InvitationModel,
  ResetPasswordPage as ResetModel,
  VerifyEmailPage as VerifyModel,
} from '../../../../server/storefront/sign-in-page-models.ts';
import { FormFields } from '../../parts/form-fields.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import {
  Address,
  CodeField,
  EmailField,
  Entry,
  EntryForm,
  EntryLinks,
  nextQuery,
  PasswordField,
  Refusal,
  TokenField,
} from './entry.tsx';

export function ForgotPasswordPage({ page }: { page: ForgotModel }) {
  const { form, refusal, next, isSent, sending } = page;
  const { t, to } = useShop();
  return (
    <Entry title={t('forgotTitle')}>
      {isSent ? (
        <p className="notice success" role="status">
          {t('forgotSent')}
        </p>
      ) : sending.EMAIL ? (
        <>
          <p>{t('forgotIntro')}</p>
          <Refusal refusal={refusal} />
          <EntryForm
            action="/forgot-password"
            next={next}
            form={form}
            labels={{ email: t('email') }}
            submit={t('forgotSubmit')}
          >
            <EmailField form={form} />
          </EntryForm>
        </>
      ) : (
        <p className="notice">{t('forgotOff')}</p>
      )}
      <EntryLinks
        links={[
          sending.EMAIL ? [to('/reset-password'), t('haveResetCode')] : null,
          [to(`/sign-in${nextQuery(next)}`), t('backToSignIn')],
        ]}
      />
    </Entry>
  );
}

export function ResetPasswordPage({ page }: { page: ResetModel }) {
  const { form, refusal, token, minPasswordLength } = page;
  const { t, to } = useShop();
  return (
    <Entry title={t('resetTitle')}>
      <p>{t('resetIntro')}</p>
      <Refusal
        refusal={refusal}
        then={
          refusal?.kind === 'linkEnded' ? (
            <p>
              <a href={to('/forgot-password')}>{t('askForNewLink')}</a>
            </p>
          ) : null
        }
      />
      <EntryForm
        action="/reset-password"
        form={form}
        labels={{ given: t('tokenFromMessage'), newPassword: t('password.new') }}
        submit={t('resetSubmit')}
      >
        {token === null ? (
          <TokenField form={form} label={t('tokenFromMessage')} />
        ) : (
          <input type="hidden" name="link" value={token} />
        )}
        <PasswordField name="newPassword" form={form} minLength={minPasswordLength} />
      </EntryForm>
      <EntryLinks links={[[to('/sign-in'), t('backToSignIn')]]} />
    </Entry>
  );
}

export function VerifyEmailPage({ page }: { page: VerifyModel }) {
  const { form, refusal, next, email, isVerified, isSent, sending } = page;
  const { t, to } = useShop();
  const address = <Address of={email} />;
  if (isVerified)
    return (
      <Entry title={t('verifyTitle')}>
        <p className="notice success" role="status">
          {t('verified')} {address}
        </p>
        <a className="button primary wide" href={to(next)}>
          {t('goOn')}
        </a>
      </Entry>
    );
  return (
    <Entry title={t('verifyTitle')}>
      {sending.EMAIL ? (
        <p>
          {t('verifyIntro')} {address}
        </p>
      ) : (
        <p className="notice">{t('verifyOff')}</p>
      )}
      {isSent ? (
        <p className="notice success" role="status">
          {t('verifySent')}
        </p>
      ) : null}
      <Refusal refusal={refusal} />
      {sending.EMAIL ? (
        <>
          <EntryForm
            action="/verify-email"
            next={next}
            form={form}
            labels={{ code: t('code') }}
            submit={t('verifySubmit')}
          >
            <CodeField form={form} />
          </EntryForm>
          <form className="form entry-second" method="post" action={to('/verify-email') + nextQuery(next)}>
            <FormFields name="again" />
            <input type="hidden" name="again" value="1" />
            {next === '' ? null : <input type="hidden" name="next" value={next} />}
            <button type="submit" className="button wide">
              {t('sendAgain')}
            </button>
          </form>
        </>
      ) : null}
      <EntryLinks links={[[to(next), t('goOn')]]} />
    </Entry>
  );
}

export function InvitationPage({ page }: { page: InvitationModel }) {
  const { form, refusal, token, email, joined } = page;
  const { t, to } = useShop();
  const here = token === null ? '/invitation' : `/invitation?token=${encodeURIComponent(token)}`;
  if (joined !== null)
    return (
      <Entry title={t('joinedTitle', { shop: joined })}>
        <p className="notice success" role="status">
          {t('joinedNext')}
        </p>
        <div className="form">
          <a className="button primary wide" href="/seller/">
            {t('toSellerConsole')}
          </a>
          <a className="button wide" href={to('')}>
            {t('continueShopping')}
          </a>
        </div>
      </Entry>
    );
  if (email === null)
    return (
      <Entry title={t('invitationTitle')}>
        <p>{t('invitationGuest')}</p>
        <div className="form">
          <a className="button primary wide" href={to(`/sign-in${nextQuery(here)}`)}>
            {t('signIn')}
          </a>
          <a className="button wide" href={to(`/register${nextQuery(here)}`)}>
            {t('createAccount')}
          </a>
        </div>
      </Entry>
    );
  return (
    <Entry title={t('invitationTitle')}>
      <p>
        {t('invitationAs')} <Address of={email} />
      </p>
      <Refusal refusal={refusal} />
      <EntryForm
        action="/invitation"
        form={form}
        labels={{ given: t('invitationToken') }}
        submit={t('invitationAccept')}
      >
        {token === null ? (
          <TokenField form={form} label={t('invitationToken')} />
        ) : (
          <input type="hidden" name="link" value={token} />
        )}
      </EntryForm>
      <EntryLinks links={[[`${to('/sign-in')}${nextQuery(here)}&again=1`, t('invitationOther')]]} />
    </Entry>
  );
}
