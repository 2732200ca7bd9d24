import type { AccountPage } from '../../../../server/storefront/account-page-models.ts';
import { FormFields } from '../../parts/form-fields.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { PhoneNumber } from '../../parts/phone-number.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import { AccountFrame, State } from './account-frame.tsx';

type Model = Extract<AccountPage, { kind: 'account' }>;

const LANGUAGES = { ar: 'العربية', en: 'English' } as const;

/** Icon, address, name and description. */
const WAYS = [
  ['orders', '/orders', 'account.orders', 'account.orders.hint'],
  ['bell', '/notifications', 'section.notifications', 'account.bell.hint'],
  ['pin', '/account/addresses', 'account.addresses', 'account.addresses.hint'],
  ['message', '/account/notifications', 'account.choices', 'account.choices.hint'],
  ['shield', '/account/security', 'section.security', 'account.security.hint'],
  ['phone', '/account/devices', 'section.devices', 'account.devices.hint'],
  ['file', '/account/privacy', 'account.privacy', 'account.privacy.hint'],
] as const satisfies readonly (readonly [IconName, string, string, string])[];

/** The account's name, what is to be done next, and links to everything else. */
export function OverviewPage({ page }: { page: Model }) {
  const { t, to } = useShop();
  const { account, unread, said } = page;
  return (
    <AccountFrame title={t('account.greeting', { name: account.displayName })} section="/account" said={said}>
      <Verification page={page} />
      <ul className="account-tiles">
        {WAYS.map(([icon, href, title, hint]) => (
          <Tile
            key={href}
            icon={icon}
            href={href}
            title={t(title)}
            hint={hint === 'account.bell.hint' ? t(hint, { count: unread }) : t(hint)}
            isNew={hint === 'account.bell.hint' && unread > 0}
          />
        ))}
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
                <PhoneNumber phone={phone} /> <State isGood>{t('contact.verified')}</State>
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
