import { useState } from 'react';
import { Link } from 'react-router';
import { Card } from '../../../shared/account/card.tsx';
import { dataOf } from '../../../shared/api/client.ts';
import { qatariNumber } from '../../../shared/domain/qatari-number.ts';
import { useFormText } from '../../../shared/forms/use-form-text.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { addDays, daySpan, qatarDay } from '../../../shared/i18n/qatar-time.ts';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
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

const FIELDS = {
  ...({ '/displayName/en': 'en', '/displayName/ar': 'ar', '/publicPhone': 'phone' } as const),
  ...({ '/description/en': 'about-en', '/description/ar': 'about-ar' } as const),
};
type Field = (typeof FIELDS)[keyof typeof FIELDS];

function Profile({ owner }: { owner: boolean }) {
  const t = useShopText();
  const form = useFormText();
  const api = useApi();
  const { seller, changed, again } = useShopState();
  const seen = useSeenVersion(seller.version);
  // Untouched ones follow the shop.
  const [typed, setTyped] = useState<Partial<Record<Field, string>>>({});
  const shown = {
    en: typed.en ?? seller.displayName.en,
    ar: typed.ar ?? seller.displayName.ar,
    phone: typed.phone ?? seller.publicPhone ?? '',
    'about-en': typed['about-en'] ?? seller.description?.en ?? '',
    'about-ar': typed['about-ar'] ?? seller.description?.ar ?? '',
  };
  const about = { en: shown['about-en'].trim(), ar: shown['about-ar'].trim() };
  const type = (field: Field) => (text: string) => {
    seen.begin();
    setTyped((former) => ({ ...former, [field]: text }));
  };
  const send = async () => {
    const phone = shown.phone.trim();
    const body = {
      displayName: { en: shown.en.trim(), ar: shown.ar.trim() },
      description: about.en === '' && about.ar === '' ? null : about,
      publicPhone: phone === '' ? null : (qatariNumber(phone) ?? phone),
    };
    changed(await dataOf(api.PATCH('/seller', { params: { header: { 'If-Match': seen.match } }, body })));
    setTyped({});
    seen.forget();
    notify({ tone: 'success', title: t('saved') });
  };
  const needed = () => ({
    ...(shown.en.trim() === '' ? { en: form('fault.needed') } : {}),
    ...(shown.ar.trim() === '' ? { ar: form('fault.needed') } : {}),
    // In both languages or in none.
    ...(about.en === '' && about.ar !== '' ? { 'about-en': form('fault.needed') } : {}),
    ...(about.ar === '' && about.en !== '' ? { 'about-ar': form('fault.needed') } : {}),
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
                  writtenIn={language}
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
            <div className={styles.pair}>
              {(['en', 'ar'] as const).map((language) => (
                <TextArea
                  key={language}
                  label={t(`profile.about.${language}`)}
                  name={`about-${language}`}
                  writtenIn={language}
                  rows={4}
                  maxLength={1_000}
                  isReadOnly={!owner}
                  value={shown[`about-${language}`]}
                  onChange={(text) => {
                    type(`about-${language}`)(text);
                    forget(`about-${language}`);
                  }}
                  error={faults[`about-${language}`] ?? null}
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

const VACATION_FIELDS = { '/until': 'until' } as const;

function Vacation({ owner }: { owner: boolean }) {
  const t = useShopText();
  const api = useApi();
  const { date } = useFormats();
  const { seller, changed } = useShopState();
  const [until, setUntil] = useState('');
  const { onVacation, vacationUntil, status } = seller;
  const send = async () => {
    const body = onVacation
      ? { onVacation: false }
      : { onVacation: true, until: until === '' ? null : until };
    changed(await dataOf(api.POST('/seller/vacation', { body })));
    setUntil('');
  };
  const hint =
    vacationUntil === null
      ? t(onVacation ? 'vacation.on' : 'vacation.off')
      : t('vacation.onUntil', { day: date(daySpan(vacationUntil).from) });
  const tomorrow = addDays(qatarDay(Date.now()), 1);
  return (
    <Card title={t('vacation.title')} hint={hint}>
      <EditForm<'until'>
        inPage
        submit={t(onVacation ? 'vacation.end' : 'vacation.begin')}
        fields={VACATION_FIELDS}
        say={() => t('vacation.fault')}
        check={() => (until !== '' && until < tomorrow ? { until: t('vacation.fault') } : {})}
        send={send}
        isDisabled={!owner || status !== 'ACTIVE'}
      >
        {(faults, forget) =>
          onVacation ? null : (
            <TextField
              label={t('vacation.until')}
              description={t('vacation.until.hint')}
              name="until"
              type="date"
              placeholder={t('vacation.noDay')}
              range={{ min: tomorrow }}
              isReadOnly={!owner}
              value={until}
              onChange={(text) => {
                setUntil(text);
                forget('until');
              }}
              error={faults.until}
            />
          )
        }
      </EditForm>
    </Card>
  );
}
