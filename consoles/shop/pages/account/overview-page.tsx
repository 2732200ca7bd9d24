import type { AccountPage } from '../../../../server/storefront/account-page-models.ts';
import { FormFields } from '../../parts/form-fields.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import { AccountFrame, State } from './account-frame.tsx';

type Model = Extract<AccountPage, { kind: 'account' }>;

const LANGUAGES = { ar: 'العربية', en: 'English' } as const;

/** Who one is here, what is to be done next, and the ways to everything else. */
export function OverviewPage({ page }: { page: Model }) {
  const { t, to } = useShop();
  const { account, unread, said } = page;
  return (
    <AccountFrame title={t('account.greeting', { name: account.displayName })} section="/account" said={said}>
      <Verification page={page} />
      <ul className="account-tiles">
        <Tile icon="orders" href="/orders" title={t('account.orders')} hint={t('account.orders.hint')} />
        <Tile
          icon="bell"
          href="/notifications"
          title={t('section.notifications')}
          hint={t('account.bell.hint', { count: unread })}
          isNew={unread > 0}
        />
        <Tile
          icon="pin"
          href="/account/addresses"
          title={t('account.addresses')}
          hint={t('account.addresses.hint')}
        />
        <Tile
          icon="message"
          href="/account/notifications"
          title={t('account.choices')}
          hint={t('account.choices.hint')}
        />
        <Tile
          icon="shield"
          href="/account/security"
          title={t('section.security')}
          hint={t('account.security.hint')}
        />
        <Tile
          icon="phone"
          href="/account/devices"
          title={t('section.devices')}
          hint={t('account.devices.hint')}
        />
        <Tile
          icon="file"
          href="/account/privacy"
          title={t('account.privacy')}
          hint={t('account.privacy.hint')}
        />
      </ul>
      <Details account={account} />
      <form method="post" action={to('/account/sign-out')} data-forget-seen>
        <FormFields name="sign-out" />
        <button type="submit" className="button">
          {t('account.signOut')}
        </button>
      </form>
    </AccountFrame>
  );
}

function Verification({ page: { account, sending } }: { page: Model }) {
  const { t, to } = useShop();
  if (account.verified) return null;
  if (!sending.EMAIL) return <p className="notice info">{t('verify.off')}</p>;
  return (
    <section className="notice">
      <h2>{t('verify.todo')}</h2>
      <p>{t('verify.why')}</p>
      <a className="button" href={to('/verify-email?next=%2Faccount')}>
        {t('contact.verify')}
      </a>
    </section>
  );
}

function Tile(props: { icon: IconName; href: string; title: string; hint: string; isNew?: boolean }) {
  const { to } = useShop();
  const { icon, href, title, hint, isNew = false } = props;
  return (
    <li>
      <a href={to(href)} className={isNew ? 'new' : undefined}>
        <Icon name={icon} />
        <span>
          <strong>{title}</strong>
          <span className="muted">{hint}</span>
        </span>
      </a>
    </li>
  );
}

function Details({ account }: { account: Model['account'] }) {
  const { t, to, format } = useShop();
  const { email, phone, verified, displayName, locale, createdAt } = account;
  return (
    <section className="account-card">
      <div className="account-card-head">
        <h2>{t('account.details')}</h2>
        <span className="muted">{t('account.since', { date: format.date(createdAt) })}</span>
      </div>
      <dl className="account-facts">
        <div>
          <dt>{t('profile.name')}</dt>
          <dd>
            <bdi>{displayName}</bdi>
          </dd>
          <dd>
            <a href={to('/account/profile')} aria-label={`${t('common.change')}: ${t('profile.title')}`}>
              {t('common.change')}
            </a>
          </dd>
        </div>
        <div>
          <dt>{t('contact.EMAIL')}</dt>
          <dd>
            <bdi>{email}</bdi>{' '}
            <State isGood={verified}>{t(verified ? 'contact.verified' : 'contact.unverified')}</State>
          </dd>
          <dd>
            <a href={to('/account/email')} aria-label={t('contact.change.EMAIL')}>
              {t('common.change')}
            </a>
          </dd>
        </div>
        <div>
          <dt>{t('contact.PHONE')}</dt>
          <dd>
            {phone === null ? (
              t('contact.none')
            ) : (
              <>
                <bdi className="digits">{phone}</bdi> <State isGood>{t('contact.verified')}</State>
              </>
            )}
          </dd>
          <dd>
            <a
              href={to('/account/phone')}
              aria-label={t(phone === null ? 'contact.add.PHONE' : 'contact.change.PHONE')}
            >
              {t(phone === null ? 'common.add' : 'common.change')}
            </a>
            {phone === null ? null : (
              <a href={to('/account/phone/removal')} aria-label={t('contact.remove.PHONE')}>
                {t('common.remove')}
              </a>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('account.language')}</dt>
          <dd lang={locale}>{LANGUAGES[locale]}</dd>
          <dd>
            <a href={to('/account/profile')} aria-label={`${t('common.change')}: ${t('profile.title')}`}>
              {t('common.change')}
            </a>
          </dd>
        </div>
      </dl>
    </section>
  );
}
