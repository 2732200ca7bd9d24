import { Bell, ChevronRight, CircleQuestionMark, ListChecks, Settings, UserRound } from 'lucide-react';
import { useFormats, useLocaleChoice } from '../../shared/i18n/locale.tsx';
import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { useAccount } from '../../shared/session/session-context.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { usePhone, useView } from '../data/driver-context.tsx';
import type { Day } from '../data/driver-data.ts';
import { DispatcherLinks } from '../parts/dispatcher-links.tsx';
import styles from '../parts/lists.module.css';
import { PlaceLink } from '../parts/place-link.tsx';
import { ScreenTitle } from '../parts/screen-title.tsx';
import { useMoreText } from '../texts/more-texts.ts';

const PLACES = [
  { screen: 'steps', icon: ListChecks },
  { screen: 'notifications', icon: Bell },
  { screen: 'settings', icon: Settings },
] as const;

/** The day so far, and links to everything else. */
export function MoreScreen() {
  const t = useMoreText();
  const shared = useSharedText();
  const { day, notices, driver } = useView();
  const { queue } = usePhone();
  const account = useAccount();
  const { locale } = useLocaleChoice();
  const counts = {
    steps: queue.waiting + queue.refused,
    notifications: notices?.page.unreadCount ?? 0,
    settings: 0,
  };
  return (
    <>
      <ScreenTitle>
        <bdi>{driver?.fullName ?? account.displayName}</bdi>
      </ScreenTitle>
      <section className={styles.panel}>
        <h2 className={styles.strong}>{t('more.day')}</h2>
        {day === null ? <Skeleton lines={3} /> : <DayFigures day={day} onDuty={driver?.shift != null} />}
      </section>
      <DispatcherLinks />
      <ul className={styles.list}>
        {PLACES.map(({ screen, icon: Icon }) => (
          <li key={screen}>
            <PlaceLink to={{ screen }} className={styles.stop}>
              <Icon aria-hidden size={24} />
              <span className={styles.strong}>{t(`more.${screen}`)}</span>
              <span className={styles.when}>
                {counts[screen] === 0 ? (
                  <ChevronRight aria-hidden size={20} className="mirrored" />
                ) : (
                  <span className={styles.chip}>{counts[screen]}</span>
                )}
              </span>
            </PlaceLink>
          </li>
        ))}
        <li>
          <PlaceLink to={{ screen: 'account', section: 'profile' }} className={styles.stop}>
            <UserRound aria-hidden size={24} />
            <span className={styles.strong}>{shared('account.open')}</span>
            <span className={styles.when}>
              <ChevronRight aria-hidden size={20} className="mirrored" />
            </span>
          </PlaceLink>
        </li>
        <li>
          <a href={`/guide/${locale}/`} target="_blank" rel="noreferrer" className={styles.stop}>
            <CircleQuestionMark aria-hidden size={24} />
            <span className={styles.strong}>{shared('account.guide')}</span>
            <span className={styles.when}>
              <ChevronRight aria-hidden size={20} className="mirrored" />
            </span>
          </a>
        </li>
      </ul>
    </>
  );
}

function DayFigures({ day, onDuty }: { day: Day; onDuty: boolean }) {
  const t = useMoreText();
  const { number, duration, money } = useFormats();
  /** A day's total is shown without seconds. */
  const spent = (seconds: number, none: string) =>
    seconds >= 60 ? duration(seconds) : seconds > 0 ? t('day.underAMinute') : none;
  const figures = [
    ['delivered', number(day.delivered)],
    ['onTime', number(day.onTime)],
    ['failed', number(day.failed)],
    ['returned', number(day.returned)],
    ['worked', spent(day.workedSeconds, t(onDuty ? 'day.underAMinute' : 'day.notYet'))],
    ['breaks', spent(day.breakSeconds, t('day.noBreak'))],
    ['collected', money(day.cashCollected.amount)],
    ['handedIn', money(day.cashHandedIn.amount)],
  ] as const;
  return (
    <dl className={styles.figures}>
      {figures.map(([name, value]) => (
        <div key={name} className={styles.figure}>
          <dt>{t(`day.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
