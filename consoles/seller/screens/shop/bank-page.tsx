import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Card } from '../../../shared/account/card.tsx';
import { dataOf } from '../../../shared/api/client.ts';
import { isProblemCode } from '../../../shared/api/problem.ts';
import { useFormText } from '../../../shared/forms/use-form-text.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useSeenVersion, useShopState } from '../../data/shop.ts';
import { type Seller, useShop } from '../../data/shop-context.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { useShopText } from '../../texts/shop-texts.ts';
import styles from './shop.module.css';

type Account = NonNullable<Seller['bankAccount']['current']>;

const FIELDS = { '/iban': 'iban', '/accountHolder': 'holder' } as const;

/** Where payouts go: changed by the owner alone, behind the second factor. */
export function BankPage() {
  const t = useShopText();
  const { rights } = useShop();
  if (!rights.owner)
    return (
      <EmptyState icon={Landmark} title={t('bank.ownerTitle')}>
        {rights.ownerName === null ? t('owner.only') : t('owner.onlyNamed', { name: rights.ownerName })}
      </EmptyState>
    );
  return (
    <div className={styles.cards}>
      <Accounts />
      <SetAccount />
    </div>
  );
}

function Accounts() {
  const t = useShopText();
  const { current, pending } = useShop().seller.bankAccount;
  return (
    <Card title={t('bank.title')}>
      {current === null && pending === null ? <p className={styles.note}>{t('bank.none')}</p> : null}
      <ul className={styles.list}>
        {current === null ? null : <AccountItem account={current} pending={false} />}
        {pending === null ? null : <AccountItem account={pending} pending />}
      </ul>
    </Card>
  );
}

function AccountItem({ account, pending }: { account: Account; pending: boolean }) {
  const t = useShopText();
  const { dayAndTime } = useFormats();
  return (
    <li className={styles.item} data-testid={pending ? 'bank-pending' : 'bank-current'}>
      <div className={styles.facts}>
        <strong>
          <bdi>{account.accountHolder}</bdi>
        </strong>
        <bdi dir="ltr">{`${account.bankCode} ···· ${account.iban.slice(-4)}`}</bdi>
        <span className={styles.note}>
          {pending ? t('bank.pending', { time: dayAndTime(account.usableFrom) }) : t('bank.current')}
        </span>
      </div>
    </li>
  );
}

function SetAccount() {
  const t = useShopText();
  const form = useFormText();
  const api = useApi();
  const { seller, changed, again } = useShopState();
  const seen = useSeenVersion(seller.version);
  const [iban, setIban] = useState('');
  const [holder, setHolder] = useState('');
  const [noFactor, setNoFactor] = useState(false);
  const send = async () => {
    setNoFactor(false);
    const params = { header: { 'If-Match': seen.match } };
    const body = { iban: iban.trim(), accountHolder: holder.trim() };
    try {
      changed(await dataOf(api.PUT('/seller/bank-account', { params, body })));
    } catch (error) {
      setNoFactor(isProblemCode(error, 'auth.MFA_REQUIRED'));
      throw error;
    }
    setIban('');
    setHolder('');
    seen.forget();
    notify({ tone: 'success', title: t('bank.saved') });
  };
  const check = () => ({
    ...(iban.trim() === '' ? { iban: form('fault.needed') } : {}),
    ...(iban.trim() !== '' && !/^QA[0-9A-Z]{27}$/.test(iban.replace(/\s/g, '').toUpperCase())
      ? { iban: t('bank.fault.iban') }
      : {}),
    ...(holder.trim() === '' ? { holder: form('fault.needed') } : {}),
  });
  return (
    <Card title={t(seller.bankAccount.current === null ? 'bank.add' : 'bank.change')} hint={t('bank.hint')}>
      <EditForm
        inPage
        submit={t('bank.send')}
        fields={FIELDS}
        say={(_, field) => (field === 'iban' ? t('bank.fault.iban') : null)}
        check={check}
        send={send}
        onConflict={async () => {
          await again();
          seen.forget();
        }}
      >
        {(faults, forget) => (
          <>
            <TextField
              label="IBAN"
              name="iban"
              leftToRight
              autoComplete="off"
              maxLength={60}
              value={iban}
              onChange={(text) => {
                seen.begin();
                setIban(text);
                forget('iban');
              }}
              error={faults.iban}
            />
            <TextField
              label={t('bank.holder')}
              name="holder"
              maxLength={140}
              value={holder}
              onChange={(text) => {
                seen.begin();
                setHolder(text);
                forget('holder');
              }}
              error={faults.holder}
            />
            {noFactor ? (
              <Banner tone="info" announce="off" title={t('bank.factor')}>
                <Link to="/account/security">{t('bank.factorLink')}</Link>
              </Banner>
            ) : null}
          </>
        )}
      </EditForm>
    </Card>
  );
}
