import type { ReactNode } from 'react';
import type { AccountSaid } from '../../../../server/storefront/account-page-models.ts';
import { useShop } from '../../parts/shop-context.tsx';

const SECTIONS = [
  ['/account', 'account.title'],
  ['/orders', 'account.orders'],
  ['/account/addresses', 'account.addresses'],
  ['/notifications', 'section.notifications'],
  ['/account/notifications', 'account.choices'],
  ['/account/security', 'section.security'],
  ['/account/devices', 'section.devices'],
  ['/account/privacy', 'account.privacy'],
] as const;

export interface AccountFrameProps {
  title: string;
  /** The account section this page belongs to; the back link leads there. */
  section: (typeof SECTIONS)[number][0];
  said?: AccountSaid | null;
  children: ReactNode;
}

/** A page of the account: sections beside it where there is space, a back link above it. */
export function AccountFrame({ title, section, said = null, children }: AccountFrameProps) {
  const { t, to, path } = useShop();
  const above = path === section ? '/account' : section;
  return (
    <div className="account">
      <nav className="account-nav" aria-label={t('account.sections')}>
        <ul>
          {SECTIONS.map(([at, text]) => (
            <li key={at}>
              <a href={to(at)} aria-current={at === section ? 'page' : undefined}>
                {t(text)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="account-body">
        {path === '/account' ? null : (
          <a className="back" href={to(above)}>
            {t(above === '/account' ? 'account.title' : textOf(above))}
          </a>
        )}
        <h1>{title}</h1>
        {said === null ? null : (
          <p className="notice success" role="status">
            {t(`said.${said}`)}
          </p>
        )}
        {children}
      </div>
    </div>
  );
}

function textOf(section: AccountFrameProps['section']) {
  return SECTIONS.find(([at]) => at === section)?.[1] ?? 'account.title';
}

/** One part of the account, with its name and its purpose. */
export function Card({
  title,
  badge,
  hint,
  children,
}: {
  title: string;
  badge?: ReactNode;
  hint?: string;
  children?: ReactNode;
}) {
  return (
    <section className="account-card">
      <div className="account-card-head">
        <h2>{title}</h2>
        {badge}
      </div>
      {hint === undefined ? null : <p className="muted">{hint}</p>}
      {children}
    </section>
  );
}

/** A state in a word; its colour adds no meaning. */
export function State({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  return <span className={isGood ? 'state good' : 'state'}>{children}</span>;
}
