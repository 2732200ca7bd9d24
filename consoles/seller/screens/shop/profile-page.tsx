import { useState } from 'react';
import { Link } from 'react-router';
import { Card } from '../../../shared/account/card.tsx';
import { dataOf } from '../../../shared/api/client.ts';
import { Refused } from '../../../shared/forms/refused.tsx';
import { useFormText } from '../../../shared/forms/use-form-text.ts';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useSeenVersion, useShopState } from '../../data/shop.ts';
import { useShop } from '../../data/shop-context.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { useShopText } from '../../texts/shop-texts.ts';
import { SetUp } from '../onboarding/set-up.tsx';
import styles from './shop.module.css';

/** What buyers read of the shop, whether it sells at the moment, and where one's own notices are chosen. */
export function ProfilePage() {
  const t = useShopText();
  const { owner, ownerName } = useShop().rights;
  return (
    <div className={styles.cards}>
      {owner ? <SetUp /> : <OnlyOwner name={ownerName} />}
      <Profile owner={owner} />
      <Vacation owner={owner} />
      <Card title={t('notices.title')} hint={t('notices.hint')}>
        <p>
          <Link to="/account/notifications">{t('notices.link')}</Link>
        </p>
      </Card>
    </div>
  );
}

/** To staff: who changes what is shown here. */
export function OnlyOwner({ name }: { name: string | null }) {
  const t = useShopText();
  return <p className={styles.note}>{name === null ? t('owner.only') : t('owner.onlyNamed', { name })}</p>;
}

const FIELDS = { '/displayName/en': 'en', '/displayName/ar': 'ar', '/publicPhone': 'phone' } as const;

function Profile({ owner }: { owner: boolean }) {
  const t = useShopText();
  const form = useFormText();
  const api = useApi();
  const { seller, changed, again } = useShopState();
  const seen = useSeenVersion(seller.version);
  // Untouched ones follow the shop.
  const [typed, setTyped] = useState<{ en?: string; ar?: string; phone?: string }>({});
  const shown = {
    en: typed.en ?? seller.displayName.en,
    ar: typed.ar ?? seller.displayName.ar,
    phone: typed.phone ?? seller.publicPhone ?? '',
  };
  const type = (field: 'en' | 'ar' | 'phone') => (text: string) => {
    seen.begin();
    setTyped((former) => ({ ...former, [field]: text }));
  };
  const send = async () => {
    const phone = shown.phone.replace(/[\s-]/g, '');
    const body = {
      displayName: { en: shown.en.trim(), ar: shown.ar.trim() },
      publicPhone: phone === '' ? null : phone.startsWith('+') ? phone : `+974${phone}`,
    };
    changed(await dataOf(api.PATCH('/seller', { params: { header: { 'If-Match': seen.match } }, body })));
    setTyped({});
    seen.forget();
    notify({ tone: 'success', title: t('saved') });
  };
  const needed = () => ({
    ...(shown.en.trim() === '' ? { en: form('fault.needed') } : {}),
    ...(shown.ar.trim() === '' ? { ar: form('fault.needed') } : {}),
  });
  return (
    <Card title={t('profile.title')} hint={t('profile.hint', { name: seller.legalName })}>
      <EditForm
        inPage
        submit={t('save')}
        fields={FIELDS}
        say={(_, field) => (field === 'phone' ? form('fault.phone') : null)}
        check={needed}
        send={send}
        onConflict={async () => {
          await again();
          seen.forget();
        }}
        isDisabled={!owner}
      >
        {(faults, forget) => (
          <>
            <div className={styles.pair}>
              {(['en', 'ar'] as const).map((language) => (
                <TextField
                  key={language}
                  label={t(`profile.name.${language}`)}
                  name={language}
                  lang={language}
                  leftToRight={language === 'en'}
                  maxLength={120}
                  isReadOnly={!owner}
                  value={shown[language]}
                  onChange={(text) => {
                    type(language)(text);
                    forget(language);
                  }}
                  error={faults[language]}
                />
              ))}
            </div>
            <TextField
              label={t('profile.phone')}
              description={t('profile.phone.hint')}
              name="phone"
              type="tel"
              leftToRight
              isReadOnly={!owner}
              value={shown.phone}
              onChange={(text) => {
                type('phone')(text);
                forget('phone');
              }}
              error={faults.phone}
            />
          </>
        )}
      </EditForm>
    </Card>
  );
}

function Vacation({ owner }: { owner: boolean }) {
  const t = useShopText();
  const api = useApi();
  const { seller, changed } = useShopState();
  const { pending, refusal, send, area } = useSending(() => ({}));
  const { onVacation, status } = seller;
  const turn = () =>
    send({}, async () => {
      changed(await dataOf(api.POST('/seller/vacation', { body: { onVacation: !onVacation } })));
    });
  return (
    <Card title={t('vacation.title')} hint={t(onVacation ? 'vacation.on' : 'vacation.off')}>
      <div ref={area} className={styles.list}>
        {refusal === null ? null : <Refused refusal={refusal.error} at={refusal.at} />}
        <div className={styles.buttons}>
          <Button isPending={pending} isDisabled={!owner || status !== 'ACTIVE'} onPress={() => void turn()}>
            {t(onVacation ? 'vacation.end' : 'vacation.begin')}
          </Button>
        </div>
      </div>
    </Card>
  );
}
