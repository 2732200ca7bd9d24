import { ListChecks } from 'lucide-react';
import { useFormats } from '../../shared/i18n/locale.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { PlainButton } from '../../shared/ui/plain-button.tsx';
import { useDriver, usePhone } from '../data/driver-context.tsx';
import styles from '../parts/lists.module.css';
import { PlaceLink } from '../parts/place-link.tsx';
import { ScreenTitle } from '../parts/screen-title.tsx';
import { useBusyText } from '../parts/use-busy-text.ts';
import { type Action, recordedAmount } from '../queue/action.ts';
import { whatToDo } from '../queue/what-to-do.ts';
import { useStepsText } from '../texts/steps-texts.ts';

/** Every step that waits, was refused or was recently accepted; newest first. */
export function StepsScreen() {
  const t = useStepsText();
  const runtime = useDriver();
  const { queue, ofOthers } = usePhone();
  const busy = useBusyText();
  const actions = [...queue.actions].reverse();
  return (
    <>
      <ScreenTitle back={{ screen: 'more' }}>{t('queue.title')}</ScreenTitle>
      <p className={styles.muted}>{t('queue.hint')}</p>
      {ofOthers === 0 ? null : <Banner tone="info">{t('queue.others', { count: ofOthers })}</Banner>}
      {busy === null ? null : <Banner tone="info">{busy}</Banner>}
      {queue.waiting > 0 && !queue.sending ? (
        <PlainButton wide onPress={() => runtime.wake()}>
          {t('queue.tryNow')}
        </PlainButton>
      ) : null}
      {actions.length === 0 ? (
        <EmptyState icon={ListChecks} title={t('queue.empty')}>
          {t('queue.empty.hint')}
        </EmptyState>
      ) : (
        <ul className={styles.list} data-testid="steps">
          {actions.map((action) => (
            <li key={action.sequence}>
              <StepCard action={action} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function StepCard({ action }: { action: Action }) {
  const t = useStepsText();
  const { timeWithSeconds } = useFormats();
  const { orderNumber, occurredAt, state } = action;
  const name = useActionName(action);
  return (
    <article className={styles.step} data-state={state}>
      <div className={styles.head}>
        <div className={styles.what}>
          <h2 className={styles.strong}>{name}</h2>
          <p className={styles.muted}>
            {orderNumber === null ? null : (
              <>
                <bdi>{orderNumber}</bdi> ·{' '}
              </>
            )}
            {t('queue.at', { time: timeWithSeconds(occurredAt) })}
          </p>
        </div>
        <span className={styles.chip} data-state={state}>
          {t(`queue.${state}`)}
        </span>
      </div>
      {state === 'REFUSED' ? <Refused action={action} /> : null}
    </article>
  );
}

function useActionName({ kind, body }: Action): string {
  const t = useStepsText();
  const { money } = useFormats();
  if (kind !== 'record-cash') return t(`action.${kind}`);
  return t('action.record-cash', { amount: money(recordedAmount(body)) });
}

/** The service's reason, and what to do now. */
function Refused({ action }: { action: Action }) {
  const t = useStepsText();
  const runtime = useDriver();
  const { refusal, taskId, sequence } = action;
  return (
    <>
      <Banner tone="danger" title={refusal?.title} announce="off">
        {refusal?.detail || undefined}
      </Banner>
      <p>{t(`todo.${whatToDo(action)}`)}</p>
      {taskId === null ? null : <PlaceLink to={{ screen: 'task', taskId }}>{t('task.open')}</PlaceLink>}
      <PlainButton wide onPress={() => void runtime.dismiss([sequence])}>
        {t('queue.dismiss')}
      </PlainButton>
    </>
  );
}
