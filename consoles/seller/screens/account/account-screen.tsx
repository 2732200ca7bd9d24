import { Link, useParams } from 'react-router';
import { AccountPages } from '../../../shared/account/account-pages.tsx';
import { accountSection } from '../../../shared/account/account-sections.ts';
import { useAccountText } from '../../../shared/account/use-account-text.ts';
import styles from './account-screen.module.css';

export function AccountScreen() {
  const t = useAccountText();
  const { section } = useParams();
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('account.title')}</h1>
      <AccountPages
        section={accountSection(section)}
        link={(to, name, current) => (
          <Link to={`/account/${to}`} {...(current ? { 'aria-current': 'page' as const } : {})}>
            {name}
          </Link>
        )}
      />
    </div>
  );
}
