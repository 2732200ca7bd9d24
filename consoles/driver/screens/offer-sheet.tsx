import { useEffect, useState } from 'react';
import { NoAnswerError, ProblemError } from '../../shared/api/problem.ts';
import { useFormats } from '../../shared/i18n/locale.tsx';
import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { useAct, useDriver, usePhone, useServerNow } from '../data/driver-context.tsx';
import { metresBetween } from '../location/point-filter.ts';
import { Sheet } from '../parts/sheet.tsx';
import stepStyles from '../parts/step.module.css';
import { StopCard } from '../parts/stop-card.tsx';
import taskStyles from '../parts/task.module.css';
import type { LocalTask } from '../tasks/local-task.ts';
import { useText } from '../texts/driver-texts.ts';
import styles from './offer-sheet.module.css';

const REASONS = ['far', 'full', 'vehicle', 'other'] as const;
/** Seconds an offer stands when it is made; the ring is full there. */
const USUAL = 90;

/** An offer, over whatever the driver was looking at. */
export function OfferSheet({ local, onClose }: { local: LocalTask; onClose(): void }) {
  const t = useText();
  const { offer } = local.task;
  const runtime = useDriver();
  const now = useServerNow(250);
  const [declining, setDeclining] = useState(false);
  const left = offer?.expiresAt == null ? null : Math.max(0, (Date.parse(offer.expiresAt) - now) / 1_000);
  const lapsed = left === 0;
  useEffect(() => {
    if (lapsed) return;
    runtime.ring.start();
    return () => runtime.ring.stop();
  }, [runtime, lapsed]);
  useEffect(() => {
    // The service has the last word: it may have been accepted in time.
    if (lapsed) runtime.data.refresh('tasks');
  }, [runtime, lapsed]);
  return (
    <Sheet
      title={t('offer.title')}
      tone="urgent"
      onClose={onClose}
      actions={
        declining ? (
          <DeclineReasons local={local} onBack={() => setDeclining(false)} />
        ) : (
          <Answer local={local} lapsed={lapsed} onDecline={() => setDeclining(true)} />
        )
      }
    >
      {left === null ? <p className={stepStyles.hint}>{t('offer.byHand')}</p> : <Countdown left={left} />}
      <Facts local={local} />
      <StopCard local={local} stop="PICKUP" brief />
      <StopCard local={local} stop="DROPOFF" brief />
    </Sheet>
  );
}

function Countdown({ left }: { left: number }) {
  const t = useText();
  const { countdown } = useFormats();
  const seconds = Math.ceil(left);
  const circle = 2 * Math.PI * 56;
  const share = Math.min(1, left / USUAL);
  return (
    <div className={styles.countdown} data-testid="countdown">
      <svg viewBox="0 0 128 128" aria-hidden="true">
        <circle className={styles.track} cx="64" cy="64" r="56" />
        <circle
          className={styles.left}
          data-tone={left < 15 ? 'bad' : undefined}
          cx="64"
          cy="64"
          r="56"
          strokeDasharray={circle}
          strokeDashoffset={circle * (1 - share)}
        />
      </svg>
      <p className={styles.seconds} aria-hidden="true" dir="ltr">
        {seconds}
      </p>
      {/* Read out now and then, not every second. */}
      <p
        className="visually-hidden"
        role="timer"
        aria-live={seconds % 30 === 0 || seconds === 10 ? 'polite' : 'off'}
      >
        {seconds === 0 ? t('offer.expired') : t('offer.left', { left: countdown(seconds) })}
      </p>
    </div>
  );
}

function Facts({ local }: { local: LocalTask }) {
  const t = useText();
  const { money, time, distance } = useFormats();
  const { goods, cashDue, pickup, dropoff, dueBy } = local.task;
  const count = goods.reduce((sum, { quantity }) => sum + quantity, 0);
  const metres = metresBetween(pickup.location, dropoff.location);
  return (
    <>
      <p className={taskStyles.due}>
        <span>{t('cash.due')}</span>
        <span className={taskStyles.amount}>{money(cashDue.amount)}</span>
      </p>
      <p className={taskStyles.facts}>
        <span>{t('offer.items', { count })}</span>
        <span>{t('offer.distance', { distance: distance(metres) })}</span>
        <span>{t('offer.due', { time: time(dueBy) })}</span>
      </p>
    </>
  );
}

interface AnswerProps {
  local: LocalTask;
  lapsed: boolean;
  onDecline(): void;
}

function Answer({ local, lapsed, onDecline }: AnswerProps) {
  const t = useText();
  const shared = useSharedText();
  const runtime = useDriver();
  const { connection } = usePhone();
  const [accepting, setAccepting] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const offline = connection.kind === 'offline';
  const accept = async () => {
    if (offline) return setFault(t('connection.neededOffer'));
    setAccepting(true);
    setFault(null);
    try {
      await runtime.calls.accept(local.task);
    } catch (error) {
      setFault(
        error instanceof NoAnswerError
          ? t('connection.neededOffer')
          : error instanceof ProblemError
            ? error.message
            : shared('error.detail'),
      );
      runtime.data.refresh('tasks');
    } finally {
      setAccepting(false);
    }
  };
  if (lapsed) return <Banner tone="warning">{t('offer.expired')}</Banner>;
  return (
    <>
      {fault === null && !offline ? null : (
        <Banner tone={offline ? 'warning' : 'danger'} announce="assertive">
          {fault ?? t('connection.neededOffer')}
        </Banner>
      )}
      <Button
        wide
        kind="primary"
        className={stepStyles.big}
        isPending={accepting}
        onPress={() => void accept()}
      >
        {t(accepting ? 'offer.accepting' : 'offer.accept')}
      </Button>
      <Button wide onPress={onDecline}>
        {t('offer.decline')}
      </Button>
    </>
  );
}

function DeclineReasons({ local, onBack }: { local: LocalTask; onBack(): void }) {
  const t = useText();
  const act = useAct();
  const { id: taskId, orderNumber } = local.task;
  const decline = (reason: string) => void act({ kind: 'decline', taskId, orderNumber, body: { reason } });
  return (
    <fieldset className={stepStyles.group}>
      <legend className={taskStyles.number}>{t('offer.decline.title')}</legend>
      <p className={stepStyles.hint}>{t('offer.decline.hint')}</p>
      <div className={`${stepStyles.group} ${stepStyles.two}`}>
        {REASONS.map((reason) => (
          <button
            key={reason}
            type="button"
            className={stepStyles.choice}
            onClick={() => decline(t(`offer.reason.${reason}`))}
          >
            {t(`offer.reason.${reason}`)}
          </button>
        ))}
      </div>
      <Button wide kind="quiet" onPress={onBack}>
        {t('back')}
      </Button>
    </fieldset>
  );
}
