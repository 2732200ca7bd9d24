import { useEffect, useState } from 'react';
import { NoAnswerError, ProblemError } from '../../shared/api/problem.ts';
import { orderName } from '../../shared/domain/order-name.ts';
import { useFormats } from '../../shared/i18n/locale.tsx';
import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { PlainButton } from '../../shared/ui/plain-button.tsx';
import { useAct, useDriver, usePhone, useServerNow } from '../data/driver-context.tsx';
import { metresBetween } from '../location/point-filter.ts';
import { Sheet } from '../parts/sheet.tsx';
import stepStyles from '../parts/step.module.css';
import { StopCard } from '../parts/stop-card.tsx';
import taskStyles from '../parts/task.module.css';
import type { LocalTask } from '../tasks/local-task.ts';
import { useOfferText } from '../texts/offer-texts.ts';
import { OfferCountdown } from './offer-countdown.tsx';
import styles from './offer-sheet.module.css';

const REASONS = ['far', 'full', 'vehicle', 'other'] as const;
/** Milliseconds before it can be accepted, so that a tap aimed at something else does not accept it. */
const GUARD = 700;
/** Milliseconds for which an ended offer stays on the screen. */
const SAID_FOR = 6_000;

export interface OfferSheetProps {
  local: LocalTask;
  /** It can no longer be accepted. */
  over: boolean;
  /** How many offers come after it. */
  queued: number;
}

/** An offer, on top of any screen. */
export function OfferSheet({ local, over, queued }: OfferSheetProps) {
  const t = useOfferText();
  const { money } = useFormats();
  const { ring, data, offers } = useDriver();
  const now = useServerNow(250);
  const [declining, setDeclining] = useState(false);
  const { offer, cashDue } = local.task;
  const left = offer?.expiresAt == null ? null : Math.max(0, (Date.parse(offer.expiresAt) - now) / 1_000);
  const lapsed = left === 0;
  const ended = over || lapsed;
  const close = () => offers.putAside();
  useEffect(() => {
    if (ended) return;
    ring.start();
    return () => ring.stop();
  }, [ring, ended]);
  useEffect(() => {
    // Ask the service: the offer may have been accepted in time.
    if (lapsed) data.refresh('tasks');
  }, [data, lapsed]);
  useEffect(() => {
    if (!ended) return;
    const timer = setTimeout(() => offers.putAside(), SAID_FOR);
    return () => clearTimeout(timer);
  }, [offers, ended]);
  return (
    <Sheet
      title={t(ended ? 'offer.over.title' : 'offer.title')}
      tone="urgent"
      onClose={close}
      actions={
        ended ? (
          <Over onClose={close} />
        ) : declining ? (
          <DeclineReasons local={local} onBack={() => setDeclining(false)} />
        ) : (
          <Answer local={local} onDecline={() => setDeclining(true)} />
        )
      }
    >
      {queued === 0 ? null : <p className={styles.queued}>{t('offer.queued', { count: queued })}</p>}
      <div className={styles.top}>
        {left === null ? null : <OfferCountdown left={over ? 0 : left} />}
        <p className={styles.cash}>
          <span>{t('cash.due')}</span>
          <span className={taskStyles.amount}>{money(cashDue.amount)}</span>
        </p>
      </div>
      {left === null ? <p className={stepStyles.hint}>{t('offer.byHand')}</p> : null}
      <Facts local={local} />
      <StopCard local={local} stop="DROPOFF" brief />
      <StopCard local={local} stop="PICKUP" brief />
      <p className={stepStyles.hint}>{t('task.order', { number: orderName(local.task) })}</p>
    </Sheet>
  );
}

/** The offer has ended; the driver has nothing to do. */
function Over({ onClose }: { onClose(): void }) {
  const t = useOfferText();
  return (
    <>
      <p role="status">{t('offer.over.detail')}</p>
      <PlainButton wide className={stepStyles.big} onPress={onClose}>
        {t('offer.over.close')}
      </PlainButton>
    </>
  );
}

function Facts({ local }: { local: LocalTask }) {
  const t = useOfferText();
  const { time, distance } = useFormats();
  const { goods, pickup, dropoff, dueBy } = local.task;
  const count = goods.reduce((sum, { quantity }) => sum + quantity, 0);
  const metres = metresBetween(pickup.location, dropoff.location);
  return (
    <p className={taskStyles.facts}>
      <span>{t('offer.items', { count })}</span>
      <span>{t('offer.distance', { distance: distance(metres) })}</span>
      <span>{t('offer.due', { time: time(dueBy) })}</span>
    </p>
  );
}

function Answer({ local, onDecline }: { local: LocalTask; onDecline(): void }) {
  const t = useOfferText();
  const shared = useSharedText();
  const { calls, data, offers } = useDriver();
  const { connection } = usePhone();
  const guarded = useGuard();
  const [accepting, setAccepting] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const offline = connection.kind === 'offline';
  const accept = async () => {
    if (offline) return setFault(t('connection.neededOffer'));
    setAccepting(true);
    setFault(null);
    offers.answer(local);
    try {
      // If it was not answered but has ended, the sheet then says so.
      if (!(await calls.accept(local.task))) offers.answer(null);
    } catch (error) {
      offers.answer(null);
      setFault(
        error instanceof NoAnswerError
          ? t('connection.neededOffer')
          : error instanceof ProblemError
            ? error.message
            : shared('error.detail'),
      );
      data.refresh('tasks');
    } finally {
      setAccepting(false);
    }
  };
  return (
    <>
      {fault === null && !offline ? null : (
        <Banner tone={offline ? 'warning' : 'danger'} announce="assertive">
          {fault ?? t('connection.neededOffer')}
        </Banner>
      )}
      <PlainButton
        wide
        kind="primary"
        className={stepStyles.big}
        isDisabled={guarded}
        isPending={accepting}
        onPress={() => void accept()}
      >
        {t(accepting ? 'offer.accepting' : 'offer.accept')}
      </PlainButton>
      <PlainButton wide isDisabled={guarded} onPress={onDecline}>
        {t('offer.decline')}
      </PlainButton>
    </>
  );
}

/** True for the first moments of an offer on the screen. */
function useGuard(): boolean {
  const [guarded, setGuarded] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setGuarded(false), GUARD);
    return () => clearTimeout(timer);
  }, []);
  return guarded;
}

function DeclineReasons({ local, onBack }: { local: LocalTask; onBack(): void }) {
  const t = useOfferText();
  const act = useAct();
  const { offers } = useDriver();
  const { id: taskId } = local.task;
  const orderNumber = orderName(local.task);
  const decline = async (reason: string) => {
    offers.answer(local);
    if (!(await act({ kind: 'decline', taskId, orderNumber, body: { reason } }))) offers.answer(null);
  };
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
            onClick={() => void decline(t(`offer.reason.${reason}`))}
          >
            {t(`offer.reason.${reason}`)}
          </button>
        ))}
      </div>
      <PlainButton wide kind="quiet" onPress={onBack}>
        {t('back')}
      </PlainButton>
    </fieldset>
  );
}
