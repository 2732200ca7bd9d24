import { Hourglass, ThumbsDown, ThumbsUp } from 'lucide-react';
import { useFormats } from '../../shared/i18n/locale.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { Driver } from '../data/driver-data.ts';
import { DispatcherContact } from '../parts/dispatcher-links.tsx';
import listStyles from '../parts/lists.module.css';
import stepStyles from '../parts/step.module.css';
import taskStyles from '../parts/task.module.css';
import { ApplyForm } from './apply-form.tsx';
import styles from './apply-screen.module.css';
import { useApplyText } from './apply-texts.ts';
import { useApplication } from './use-application.ts';

/** The landing page of anyone who may not drive yet: the application form, or its status. */
export function ApplyScreen() {
  const t = useApplyText();
  const { driver, unread, read, take } = useApplication();
  if (driver === undefined) {
    if (!unread) return <Skeleton lines={6} />;
    return <ErrorState error={new Error(t('state.unread'))} onRetry={() => void read()} />;
  }
  return driver === null ? <ApplyForm onApplied={take} /> : <Standing driver={driver} />;
}

const ICONS = {
  APPLIED: Hourglass,
  APPROVED: ThumbsUp,
  REJECTED: ThumbsDown,
  SUSPENDED: ThumbsDown,
} as const;

function Standing({ driver }: { driver: Driver }) {
  const t = useApplyText();
  const formats = useFormats();
  const { status, fullName, phone, vehicle, refusal, dispatchPhone } = driver;
  const Icon = ICONS[status];
  const facts = [
    [t('state.name'), fullName],
    [t('state.phone'), formats.phone(phone)],
    [t('state.vehicle'), [t(`vehicle.${vehicle.type}`), vehicle.plate].filter(Boolean).join(' · ')],
  ] as const;
  return (
    <section className={taskStyles.card} data-testid="application" data-status={status}>
      <div className={styles.head}>
        <Icon aria-hidden size={36} />
        <h1>{t(`state.${status}.title`)}</h1>
      </div>
      <p>{t(`state.${status}.detail`)}</p>
      {refusal?.reason == null ? null : (
        <p className={styles.reason}>
          <span className={listStyles.muted}>{t('state.reason')}</span>
          <span dir="auto">{refusal.reason}</span>
        </p>
      )}
      {status === 'APPLIED' ? <Missing vehicle={vehicle} /> : null}
      <dl className={listStyles.pairs}>
        {facts.map(([name, value]) => (
          <div key={name} className={listStyles.pair}>
            <dt className={listStyles.muted}>{name}</dt>
            <dd>
              <bdi className="unbroken">{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {dispatchPhone == null ? null : <DispatcherContact phone={dispatchPhone} name={fullName} />}
    </section>
  );
}

function Missing({ vehicle }: Pick<Driver, 'vehicle'>) {
  const t = useApplyText();
  const missing = vehicle.plate === null && vehicle.type !== 'BICYCLE';
  if (!missing) return <p className={stepStyles.hint}>{t('state.missing.nothing')}</p>;
  return (
    <div>
      <h2 className={listStyles.strong}>{t('state.missing')}</h2>
      <p>{t('state.missing.plate')}</p>
    </div>
  );
}
