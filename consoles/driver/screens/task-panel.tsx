import { lazy, Suspense, useState } from 'react';
import { FAILURES } from '../../shared/domain/failure-reasons.ts';
import { orderName } from '../../shared/domain/order-name.ts';
import { useFormats } from '../../shared/i18n/locale.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { PlainButton } from '../../shared/ui/plain-button.tsx';
import { useAct, usePhone, useServerNow } from '../data/driver-context.tsx';
import { DispatcherLinks } from '../parts/dispatcher-links.tsx';
import stepStyles from '../parts/step.module.css';
import { StopCard, stopOf } from '../parts/stop-card.tsx';
import taskStyles from '../parts/task.module.css';
import { TaskHead } from '../parts/task-head.tsx';
import { useBusyText } from '../parts/use-busy-text.ts';
import type { QueuedKind } from '../queue/action.ts';
import type { LocalTask } from '../tasks/local-task.ts';
import { type PrimaryStep, primaryStep } from '../tasks/primary-step.ts';
import { useText } from '../texts/driver-texts.ts';
import { CashStep } from './cash-step.tsx';
import { PickUpStep } from './pick-up-step.tsx';

const CodeStep = lazy(async () => ({ default: (await import('./code-step.tsx')).CodeStep }));
const HandOverStep = lazy(async () => ({ default: (await import('./hand-over-step.tsx')).HandOverStep }));
const FailSheet = lazy(async () => ({ default: (await import('./fail-sheet.tsx')).FailSheet }));

/** One task with its next step. */
export function TaskPanel({ local }: { local: LocalTask }) {
  const t = useText();
  const [failing, setFailing] = useState(false);
  const now = useServerNow(5_000);
  const step = primaryStep(local, now);
  const { allowed, waiting } = local;
  const { connection, queue } = usePhone();
  const busy = useBusyText();
  // A step sent at once needs no message, which would move the next button from under the thumb.
  const held = waiting.length > 0 && (connection.kind === 'offline' || queue.obstacle !== null);
  return (
    <article className={taskStyles.card} data-testid="task" data-status={local.status}>
      <TaskHead local={local} now={now} />
      <StopCard local={local} stop={stopOf(local)} />
      <div className={stepStyles.steps}>
        <Suspense>
          <NextStep local={local} step={step} />
        </Suspense>
        {allowed.includes('fail') ? (
          <PlainButton wide kind="quiet" onPress={() => setFailing(true)}>
            {t('task.issue')}
          </PlainButton>
        ) : null}
        {held ? (
          <Banner tone="info" announce="off">
            {busy ?? t('task.waits', { count: waiting.length })}
          </Banner>
        ) : null}
      </div>
      {step === 'pick-up' ? null : <Goods local={local} />}
      <Suspense>{failing ? <FailSheet local={local} onClose={() => setFailing(false)} /> : null}</Suspense>
    </article>
  );
}

/** Steps that need a single tap. */
const PLAIN: { readonly [step in PrimaryStep]?: QueuedKind } = {
  'in-transit': 'in-transit',
  arrive: 'arrive',
  'delivery-code': 'delivery-code',
  complete: 'complete',
  'return-start': 'return-start',
  'return-complete': 'return-complete',
};

function NextStep({ local, step }: { local: LocalTask; step: PrimaryStep | null }) {
  if (step === null) return <Waits local={local} />;
  switch (step) {
    case 'pick-up':
      return <PickUpStep local={local} />;
    case 'verify-code':
      return <CodeStep local={local} />;
    case 'record-cash':
      return <CashStep local={local} />;
    case 'hand-over':
      return <HandOverStep local={local} />;
    default:
      return <PlainStep local={local} step={step} />;
  }
}

function PlainStep({ local, step }: { local: LocalTask; step: PrimaryStep }) {
  const t = useText();
  const act = useAct();
  const kind = PLAIN[step];
  if (kind === undefined || step === 'record-cash') return null;
  const { id } = local.task;
  const orderNumber = orderName(local.task);
  return (
    <>
      {step === 'complete' ? <Taken local={local} /> : null}
      <PlainButton
        wide
        kind="primary"
        className={stepStyles.big}
        onPress={() => void act({ kind, taskId: id, orderNumber })}
      >
        {t(`step.${step}`)}
      </PlainButton>
    </>
  );
}

/** Why no step is possible now. */
function Waits({ local }: { local: LocalTask }) {
  const t = useText();
  const { status, waiting, task } = local;
  if (waiting.includes('complete') || waiting.includes('return-complete')) {
    return <p className={stepStyles.hint}>{t('task.finishing')}</p>;
  }
  if (task.handOver?.confirmed === true) {
    return (
      <p className={stepStyles.hint}>{t('handOver.waitsOther', { name: task.handOver.otherDriverName })}</p>
    );
  }
  if (status !== 'FAILED') return null;
  const waitingNext = local.failure === null ? null : FAILURES[local.failure].next;
  const contact = task.failure?.next === 'CONTACT' || waitingNext === 'CONTACT';
  return (
    <>
      <Banner tone="warning" announce="off">
        {t(contact ? 'task.contactWaits' : 'task.problemWaits')}
      </Banner>
      <DispatcherLinks orderNumber={orderName(task)} />
    </>
  );
}

/** The cash collected at this door, even before the service has it. */
function Taken({ local }: { local: LocalTask }) {
  const t = useText();
  const { money } = useFormats();
  return (
    <p className={taskStyles.due}>
      <span>{t('cash.collected')}</span>
      <span className={taskStyles.amount}>{money(local.task.cashDue.amount)}</span>
    </p>
  );
}

function Goods({ local }: { local: LocalTask }) {
  const t = useText();
  const { goods, photos = [] } = local.task;
  return (
    <section className={stepStyles.group}>
      <h2>{t('task.goods')}</h2>
      <ul className={stepStyles.group}>
        {goods.map(({ name, quantity }) => (
          <li key={name} className={taskStyles.line}>
            <span className={taskStyles.quantity}>{t('items.quantity', { count: quantity })}</span>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      {photos.length === 0 ? null : (
        <p className={stepStyles.hint}>{t('task.photos', { count: photos.length })}</p>
      )}
    </section>
  );
}
