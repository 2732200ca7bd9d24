import { useEffect, useState } from 'react';
import { type DemoAccount, readSettings } from '../api/settings.ts';
import { defineTexts } from '../i18n/define-texts.ts';
import { textHook } from '../i18n/locale.tsx';
import { Button } from '../ui/button.tsx';
import styles from './demo-accounts.module.css';
import { useSession } from './session-context.tsx';

const useText = textHook(
  defineTexts({
    'demo.title': { en: 'This is a demo. Sign in as', ar: 'هذه نسخة تجريبية. سجّل الدخول بحساب' },
  }),
);

/** Accounts of a demo installation: one tap fills the form in. Renders nothing elsewhere. */
export function DemoAccounts({ onChoose }: { onChoose(account: DemoAccount): void }) {
  const t = useText();
  const accounts = useDemoAccounts();
  if (accounts.length === 0) return null;
  return (
    <section className={styles.demo} aria-labelledby="demo-accounts">
      <h3 id="demo-accounts" className={styles.title}>
        {t('demo.title')}
      </h3>
      <ul className={styles.accounts}>
        {accounts.map((account) => (
          <li key={account.email}>
            <Button wide onPress={() => onChoose(account)}>
              <span className={styles.account}>
                <bdi>{account.name}</bdi>
                <bdi dir="ltr" className={styles.email}>
                  {account.email}
                </bdi>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useDemoAccounts(): readonly DemoAccount[] {
  const { surface } = useSession();
  const [accounts, setAccounts] = useState<readonly DemoAccount[]>([]);
  useEffect(() => {
    let left = false;
    readSettings(surface).then(
      ({ demoAccounts }) => {
        if (!left) setAccounts(demoAccounts);
      },
      // The form works without them.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [surface]);
  return accounts;
}
