import { CircleCheck } from 'lucide-react';
import { useFormats } from '../../shared/i18n/locale.tsx';
import { PlainButton } from '../../shared/ui/plain-button.tsx';
import { usePhone, useView } from '../data/driver-context.tsx';
import stepStyles from '../parts/step.module.css';
import { stopOf } from '../parts/stop-card.tsx';
import taskStyles from '../parts/task.module.css';
import { useBusyText } from '../parts/use-busy-text.ts';
import type { DeliveryEnd } from '../tasks/delivery-end.ts';
import type { LocalTask } from '../tasks/local-task.ts';
import { useEndText } from '../texts/end-texts.ts';
import { useRouteText } from '../texts/route-texts.ts';
import styles from './delivery-end-card.module.css';

export interface DeliveryEndCardProps {
  end: DeliveryEnd;
  /** The next task, if known. */
  next: LocalTask | undefined;
  onGoOn(): void;
}

/** The end of a task: that it is done, what was collected, and what comes next. */
export function DeliveryEndCard({ end, next, onGoOn }: DeliveryEndCardProps) {
  const t = useEndText();
  const { money } = useFormats();
  const { day, cash, tasks } = useView();
  const { connection, queue } = usePhone();
  const busy = useBusyText();
  // A step that is sent at once needs no message.
  const held = !end.sent && (connection.kind === 'offline' || queue.obstacle !== null);
  const { kind, orderNumber, taskId, sent } = end;
  const delivered = kind === 'complete';
  // It may have been accepted on another phone of the same driver.
  const known = tasks?.find(({ id }) => id === taskId)?.cashRecorded?.amount ?? null;
  const collected = delivered ? (end.collected ?? known) : null;
  return (
    <section className={taskStyles.card} data-testid="delivery-end" aria-labelledby="delivery-end">
      <div className={styles.done}>
        <CircleCheck aria-hidden size={40} />
        <div>
          <h2 id="delivery-end">{t(delivered ? 'end.delivered' : 'end.returned')}</h2>
          {orderNumber === null ? null : <p>{t('task.order', { number: orderNumber })}</p>}
        </div>
      </div>
      {collected === null ? null : (
        <p className={taskStyles.due}>
          <span>{t('cash.collected')}</span>
          <span className={taskStyles.amount}>{money(collected)}</span>
        </p>
      )}
      {held ? (
        <p className={stepStyles.hint}>{busy ?? t('end.kept')}</p>
      ) : (
        <p className={taskStyles.facts}>
          {day === null || !sent || !delivered ? null : (
            <span>{t('end.today', { count: day.delivered })}</span>
          )}
          {cash === null || !sent ? null : (
            <span>{t('end.onHand', { amount: money(cash.onHand.amount) })}</span>
          )}
        </p>
      )}
      {next === undefined ? null : <Next local={next} />}
      <PlainButton
        wide
        kind={next === undefined ? 'secondary' : 'primary'}
        className={stepStyles.big}
        onPress={onGoOn}
      >
        {next === undefined ? t('end.close') : t('end.next')}
      </PlainButton>
    </section>
  );
}

function Next({ local }: { local: LocalTask }) {
  const t = useRouteText();
  const stop = stopOf(local);
  const { pickup, dropoff } = local.task;
  const place = stop === 'DROPOFF' ? dropoff.contactName : pickup.name;
  return (
    <p className={stepStyles.hint}>
      {t(`route.${stop}`)} · <bdi>{place}</bdi>
    </p>
  );
}
