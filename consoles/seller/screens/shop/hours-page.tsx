import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../../../shared/account/card.tsx';
import { dataOf } from '../../../shared/api/client.ts';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { type OpeningHours, useSeenVersion, useShopState } from '../../data/shop.ts';
import { useShop } from '../../data/shop-context.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { useShopText } from '../../texts/shop-texts.ts';
import {
  DAYS,
  type Day,
  dayError,
  endOf,
  MAX_SPANS,
  MIN_WEEK_MINUTES,
  minutesOfWeek,
  type Span,
  USUAL_HOURS,
  withSpan,
} from './hours-model.ts';
import { OnlyOwner } from './profile-page.tsx';
import styles from './shop.module.css';

const FIELDS = { '/openingHours': 'week' } as const;

/** When the shop is open: acceptance deadlines run in these hours alone. */
export function HoursPage() {
  const t = useShopText();
  const api = useApi();
  const { owner, ownerName } = useShop().rights;
  const { seller, changed, again } = useShopState();
  const seen = useSeenVersion(seller.version);
  const [typed, setTyped] = useState<OpeningHours | null>(null);
  const hours = typed ?? seller.openingHours ?? USUAL_HOURS;
  const minutes = minutesOfWeek(hours);
  const change = (day: Day, spans: Span[]) => {
    seen.begin();
    setTyped({ ...hours, [day]: spans });
  };
  const save = async (openingHours: OpeningHours | null) => {
    const params = { header: { 'If-Match': seen.match } };
    changed(await dataOf(api.PATCH('/seller', { params, body: { openingHours } })));
    setTyped(null);
    seen.forget();
    notify({ tone: 'success', title: t('saved') });
  };
  const check = () => {
    if (DAYS.some((day) => dayError(hours[day]) !== null)) return { week: t('hours.fault.day') };
    return minutes < MIN_WEEK_MINUTES ? { week: t('hours.fault.few') } : {};
  };
  return (
    <div className={styles.cards}>
      {owner ? null : <OnlyOwner name={ownerName} />}
      <Card title={t('hours.title')} hint={t('hours.hint')}>
        <EditForm
          inPage
          submit={t('save')}
          fields={FIELDS}
          say={() => t('hours.fault.day')}
          check={check}
          send={() => save(hours)}
          onConflict={async () => {
            await again();
            seen.forget();
          }}
          isDisabled={!owner}
        >
          {(faults) => (
            <>
              <ul className={styles.week}>
                {DAYS.map((day) => (
                  <DayRow
                    key={day}
                    day={day}
                    spans={hours[day]}
                    owner={owner}
                    onChange={(spans) => change(day, spans)}
                  />
                ))}
              </ul>
              <p data-testid="week-sum">{t('hours.week', { count: Math.round(minutes / 6) / 10 })}</p>
              {faults.week === undefined ? null : (
                <p className={styles.fault} role="alert">
                  {faults.week}
                </p>
              )}
              {seller.openingHours === null || !owner ? null : (
                <div className={styles.buttons}>
                  <Button
                    onPress={() => {
                      seen.begin();
                      setTyped(USUAL_HOURS);
                    }}
                  >
                    {t('hours.usual')}
                  </Button>
                </div>
              )}
            </>
          )}
        </EditForm>
      </Card>
    </div>
  );
}

interface DayRowProps {
  day: Day;
  spans: readonly Span[];
  owner: boolean;
  onChange(spans: Span[]): void;
}

function DayRow({ day, spans, owner, onChange }: DayRowProps) {
  const t = useShopText();
  const name = t(`day.${day}`);
  const fault = dayError(spans);
  const put = (at: number, changes: Partial<Span>) =>
    onChange(spans.map((span, index) => (index === at ? { ...span, ...changes } : span)));
  return (
    <li className={styles.day} data-day={day}>
      <strong>{name}</strong>
      <div className={styles.spans}>
        {spans.length === 0 ? <span className={styles.note}>{t('hours.closed')}</span> : null}
        {spans.map(({ from, to }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: spans have no name but their place.
          <div key={at} className={styles.span}>
            <TextField
              label={t('hours.from', { day: name })}
              labelHidden
              type="time"
              isReadOnly={!owner}
              value={from}
              onChange={(time) => put(at, { from: time })}
            />
            <TextField
              label={t('hours.to', { day: name })}
              labelHidden
              type="time"
              isReadOnly={!owner}
              value={to === '24:00' ? '00:00' : to}
              onChange={(time) => put(at, { to: endOf(time) })}
            />
            {owner ? (
              <IconButton
                size="small"
                kind="quiet"
                label={t('hours.remove', { day: name })}
                icon={<X aria-hidden size={16} />}
                onPress={() => onChange(spans.filter((_, index) => index !== at))}
              />
            ) : null}
          </div>
        ))}
        {fault === null ? null : <p className={styles.fault}>{t(`hours.fault.${fault}`)}</p>}
        {owner && spans.length < MAX_SPANS ? (
          <Button size="small" kind="quiet" onPress={() => onChange(withSpan(spans))}>
            <Plus aria-hidden size={16} /> {t('hours.add')}
            <span className="visually-hidden">{name}</span>
          </Button>
        ) : null}
      </div>
    </li>
  );
}
