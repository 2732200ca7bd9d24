import { Link, useParams } from 'react-router';
import { AccountPages } from '../../../shared/account/account-pages.tsx';
import { accountSection } from '../../../shared/account/account-sections.ts';
import { useAccountText } from '../../../shared/account/use-account-text.ts';
import { Page } from '../../parts/page.tsx';

export function AccountScreen() {
  const t = useAccountText();
  const { section } = useParams();
  return (
    <Page title={t('account.title')}>
      <AccountPages
        section={accountSection(section)}
        link={(to, name, current) => (
          <Link to={`/account/${to}`} {...(current ? { 'aria-current': 'page' as const } : {})}>
            {name}
          </Link>
        )}
      />
    </Page>
  );
}
