import { useState } from 'react';
import { dataOf } from '../api/client.ts';
import { SendForm } from '../forms/send-form.tsx';
import { useFormText } from '../forms/use-form-text.ts';
import { notify } from '../notices/notices.ts';
import { useAccount, useApi, useSession } from '../session/session-context.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import styles from './account.module.css';
import { Card } from './card.tsx';
import { useAccountText } from './use-account-text.ts';

const LANGUAGES = [
  { id: 'ar', text: 'العربية' },
  { id: 'en', text: 'English' },
] as const;

export function ProfileCard() {
  const t = useAccountText();
  const form = useFormText();
  const api = useApi();
  const session = useSession();
  const account = useAccount();
  // null: not edited, so the field follows the account, which is read again when the page opens.
  const [name, setName] = useState<string | null>(null);
  const [locale, setLocale] = useState<'ar' | 'en' | null>(null);
  const displayName = name ?? account.displayName;
  const send = async () => {
    const body = { displayName: displayName.trim(), locale: locale ?? account.locale };
    const { account: changed } = await dataOf(api.PATCH('/me', { body }));
    session.accountChanged(changed);
    setName(null);
    setLocale(null);
    notify({ tone: 'success', title: t('common.saved') });
  };
  return (
    <Card title={t('profile.title')}>
      <SendForm
        inPage
        submit={t('common.save')}
        check={() => (displayName.trim() === '' ? { displayName: form('fault.needed') } : {})}
        send={send}
      >
        {(faults) => (
          <>
            <TextField
              label={t('profile.name')}
              name="displayName"
              autoComplete="name"
              maxLength={100}
              value={displayName}
              onChange={setName}
              error={faults.displayName}
            />
            <div className={styles.field}>
              <Select
                label={t('profile.locale')}
                options={LANGUAGES}
                value={locale ?? account.locale}
                onChange={setLocale}
              />
              <p className={styles.hint}>{t('profile.locale.hint')}</p>
            </div>
          </>
        )}
      </SendForm>
    </Card>
  );
}
