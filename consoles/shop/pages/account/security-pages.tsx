import type { AccountPage } from '../../../../server/storefront/account-page-models.ts';
import { inGroups } from '../../../shared/account/secret-groups.ts';

import { useShop } from '../../parts/shop-context.tsx';
import { PasswordField } from '../sign-in/entry.tsx';
import { AccountForm, CodeField, OwnPassword } from './account-form.tsx';
import { AccountFrame, Card, State } from './account-frame.tsx';

type Model<Kind extends AccountPage['kind']> = Extract<AccountPage, { kind: Kind }>;

const SECTION = '/account/security';
const STEPS = 3;

export function SecurityPage({ page: { account, said } }: { page: Model<'account-security'> }) {
  const { t, to } = useShop();
  const { hasPassword, mfaEnrolled } = account;
  return (
    <AccountFrame title={t('section.security')} section={SECTION} said={said}>
      <Card
        title={t('password.title')}
        badge={<State isGood={hasPassword}>{t(hasPassword ? 'password.isSet' : 'password.none')}</State>}
        hint={t(hasPassword ? 'password.hint' : 'password.first')}
      >
        <a className="button" href={to('/account/security/password')}>
          {t(hasPassword ? 'password.submit' : 'password.set')}
        </a>
      </Card>
      <Card
        title={t('factor.title')}
        badge={<State isGood={mfaEnrolled}>{t(mfaEnrolled ? 'factor.on' : 'factor.off')}</State>}
        hint={t(mfaEnrolled ? 'factor.on.hint' : 'factor.off.hint')}
      >
        {mfaEnrolled ? (
          <div className="form-buttons">
            <a
              className="button"
              href={`${to('/account/confirm')}?next=${encodeURIComponent('/account/security/factor')}`}
            >
              {t('factor.replace')}
            </a>
            <a className="button" href={to('/account/security/factor/off')}>
              {t('factor.turnOff')}
            </a>
          </div>
        ) : (
          <a className="button" href={to('/account/security/factor')}>
            {t('factor.setUp')}
          </a>
        )}
      </Card>
    </AccountFrame>
  );
}

export function PasswordPage({ page }: { page: Model<'account-password'> }) {
  const { t } = useShop();
  const { account, minPasswordLength, form } = page;
  const { hasPassword } = account;
  const labels = { password: t('password.current'), newPassword: t('password.new') };
  return (
    <AccountFrame title={t(hasPassword ? 'password.submit' : 'password.set')} section={SECTION}>
      <p className="muted">{t(hasPassword ? 'password.hint' : 'password.first')}</p>
      <AccountForm
        form={form}
        labels={labels}
        submit={t(hasPassword ? 'password.submit' : 'password.set')}
        cancel={SECTION}
      >
        <OwnPassword account={account} form={form} />
        <PasswordField name="newPassword" form={form} minLength={minPasswordLength} />
      </AccountForm>
    </AccountFrame>
  );
}

/** First step: the owner confirms their identity. */
export function FactorStartPage({ page: { account, form } }: { page: Model<'factor-start'> }) {
  const { t } = useShop();
  return (
    <AccountFrame title={t(account.mfaEnrolled ? 'factor.replace' : 'factor.title')} section={SECTION}>
      <Step step={1} text={t('factor.begin.hint')} />
      <p className="muted">{t(account.mfaEnrolled ? 'factor.replace.hint' : 'factor.off.hint')}</p>
      <AccountForm
        form={form}
        labels={{ password: t('password.current') }}
        submit={t('factor.next')}
        cancel={SECTION}
      >
        <OwnPassword account={account} form={form} />
      </AccountForm>
    </AccountFrame>
  );
}

/** Shows the key to enter into the app, and asks for a first code from it. */
export function FactorKeyPage({ page }: { page: Model<'factor-key'> }) {
  const { t } = useShop();
  const { secret, otpauthUri, qrSvg, form } = page;
  return (
    <AccountFrame title={t('factor.title')} section={SECTION}>
      <Step step={2} text={t('factor.scan')} />
      <div className="factor-key">
        <div
          className="qr"
          role="img"
          aria-label={t('factor.qr')}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by the server from a key that it made
          dangerouslySetInnerHTML={{ __html: qrSvg }}
        />
        <div>
          <p>
            <a href={otpauthUri}>{t('factor.openApp')}</a>
          </p>
          <p className="muted">{t('factor.secret')}</p>
          <bdi className="secret digits" data-testid="secret">
            {inGroups(secret)}
          </bdi>
        </div>
      </div>
      <AccountForm
        form={form}
        labels={{ code: t('factor.code') }}
        submit={t('factor.confirm')}
        action="/account/security/factor/code"
        cancel={SECTION}
      >
        <input type="hidden" name="secret" value={secret} />
        <CodeField form={form} label={t('factor.code')} />
      </AccountForm>
    </AccountFrame>
  );
}

/** Shown only once: to be printed, copied or written down, and no way on without confirming that they are saved. */
export function RecoveryCodesPage({ page: { account, codes } }: { page: Model<'recovery-codes'> }) {
  const { t, to } = useShop();
  return (
    <AccountFrame title={t('recovery.title')} section={SECTION}>
      <p className="notice success" role="status">
        {t('factor.isOn')}
      </p>
      <Step step={3} text={t('recovery.hint')} />
      <div className="recovery-sheet">
        <h2>{t('recovery.for', { email: account.email })}</h2>
        <ul className="digits" dir="ltr" id="recovery-codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className="form-buttons">
        <button
          type="button"
          className="button"
          data-copy="recovery-codes"
          data-copied={t('recovery.copied')}
          hidden
        >
          {t('recovery.copy')}
        </button>
        <button type="button" className="button" data-print hidden>
          {t('recovery.print')}
        </button>
        <a className="button primary" href={to(SECTION)}>
          {t('recovery.kept')}
        </a>
      </div>
    </AccountFrame>
  );
}

/** Requires both the password and a code, so that neither alone can remove the other. */
export function FactorOffPage({ page: { account, form } }: { page: Model<'factor-off'> }) {
  const { t } = useShop();
  const labels = { password: t('password.current'), code: t('factor.turnOff.code') };
  return (
    <AccountFrame title={t('factor.turnOff.title')} section={SECTION}>
      <p className="muted">{t('factor.turnOff.hint')}</p>
      <AccountForm form={form} labels={labels} submit={t('factor.turnOff')} isDangerous cancel={SECTION}>
        <OwnPassword account={account} form={form} />
        <CodeField form={form} label={labels.code} isRecoverable />
      </AccountForm>
    </AccountFrame>
  );
}

/** Asks for a code before an action that requires one. */
export function ConfirmPage({ page: { form } }: { page: Model<'account-confirm'> }) {
  const { t } = useShop();
  return (
    <AccountFrame title={t('stepUp.title')} section={SECTION}>
      <p className="muted">{t('stepUp.hint')}</p>
      <AccountForm
        form={form}
        labels={{ code: t('stepUp.code') }}
        submit={t('stepUp.submit')}
        cancel={SECTION}
      >
        <CodeField form={form} label={t('stepUp.code')} isRecoverable />
      </AccountForm>
    </AccountFrame>
  );
}

function Step({ step, text }: { step: number; text: string }) {
  const { t } = useShop();
  return (
    <p>
      <strong>{t('factor.step', { step, steps: STEPS })}</strong> {text}
    </p>
  );
}
