import type { AccountPage } from '../../../../server/storefront/account-page-models.ts';
import { CheckField } from '../../parts/field.tsx';
import { FormFields } from '../../parts/form-fields.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import { AccountForm, CodeField, OwnPassword } from './account-form.tsx';
import { AccountFrame, Card } from './account-frame.tsx';

type Closing = Extract<AccountPage, { kind: 'account-closing' }>;

const SECTION = '/account/privacy';

/** Download of the account's data, and the closing of the account. */
export function PrivacyPage() {
  const { t, to } = useShop();
  return (
    <AccountFrame title={t('account.privacy')} section={SECTION}>
      <Card title={t('data.title')} hint={t('data.hint')}>
        <form method="post" action={to('/account/privacy/data')}>
          <FormFields name="data" />
          <button type="submit" className="button">
            {t('data.download')}
          </button>
        </form>
      </Card>
      <Card title={t('closing.title')} hint={t('closing.hint')}>
        <a className="button" href={to('/account/closing')}>
          {t('closing.look')}
        </a>
      </Card>
    </AccountFrame>
  );
}

/** The consequences of closing an account, in plain words, and its form. */
export function ClosingPage({ page: { account, obstacles, form } }: { page: Closing }) {
  const { t } = useShop();
  const labels = {
    password: t('password.current'),
    code: t('factor.turnOff.code'),
    understood: t('closing.understood'),
  };
  return (
    <AccountFrame title={t('closing.title')} section={SECTION}>
      <Obstacles obstacles={obstacles} />
      <Card title={t('closing.erased.title')}>
        <p>{t('closing.erased')}</p>
      </Card>
      <Card title={t('closing.kept.title')}>
        <p>{t('closing.kept')}</p>
      </Card>
      <p>{t('closing.after')}</p>
      <AccountForm form={form} labels={labels} submit={t('closing.submit')} isDangerous cancel={SECTION}>
        <OwnPassword account={account} form={form} />
        {account.mfaEnrolled ? <CodeField form={form} label={labels.code} isRecoverable /> : null}
        <CheckField name="understood" form={form} label={labels.understood} />
      </AccountForm>
    </AccountFrame>
  );
}

function Obstacles({ obstacles }: Pick<Closing, 'obstacles'>) {
  const { t, to } = useShop();
  if (obstacles.length === 0) return null;
  const isAboutOrders = obstacles.some(
    ({ code }) => code === 'ORDERS_UNDER_WAY' || code === 'CASH_NOT_SETTLED',
  );
  return (
    // biome-ignore lint/a11y/noAutofocus: a page that refuses a form begins with why
    <div className="notice danger" role="alert" tabIndex={-1} autoFocus>
      <strong>{t('closing.not.title')}</strong>
      <ul>
        {obstacles.map(({ code, count }) => (
          <li key={code}>
            {code === 'ORDERS_UNDER_WAY' || code === 'CASH_NOT_SETTLED'
              ? t(`obstacle.${code}`, { count })
              : t(`obstacle.${code}`)}
          </li>
        ))}
      </ul>
      {isAboutOrders ? <a href={to('/orders')}>{t('closing.toOrders')}</a> : null}
    </div>
  );
}

export function ClosedPage() {
  const { t, to } = useShop();
  return (
    <div className="empty" data-forget-seen>
      <h1>{t('closed.title')}</h1>
      <p>{t('closed.detail')}</p>
      <a className="button primary" href={to('')}>
        {t('backHome')}
      </a>
    </div>
  );
}
