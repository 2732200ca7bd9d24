import { useFormats } from '../../../shared/i18n/locale.tsx';
import type { BoardDriver, BoardTask, Route } from '../../board/board-types.ts';
import { type LateCause, lateCauses } from '../../board/late-causes.ts';
import { latenessOf, slipOf } from '../../board/task-look.ts';
import type { DispatchTask } from '../../data/task-actions.ts';
import { usePanelText } from '../../texts/panel-texts.ts';
import styles from './task-panel.module.css';

interface LateReasonsProps {
  task: BoardTask;
  data: DispatchTask;
  driver: BoardDriver | undefined;
  route: Route | undefined;
  now: number;
}

/** By how much a task is or will be late, and why; nothing for one on time. */
export function LateReasons({ task, data, driver, route, now }: LateReasonsProps) {
  const t = usePanelText();
  const { duration, time } = useFormats();
  const lateness = latenessOf(task, now);
  if (lateness === 'ok') return null;
  const { by, expected } = slipOf(task, now);
  const due = time(task.dueBy);
  const span = duration(Math.abs(by) / 1_000);
  const arrival = time(Math.max(now, Date.parse(task.dropoffEta ?? task.dueBy)));
  const causes = lateCauses({ task, detail: data, driver, route, now });
  const name = driver?.fullName ?? data.driverName ?? '…';
  return (
    <section className={styles.reasons} data-lateness={lateness} data-testid="late-reasons">
      <h3>{t(lateness === 'late' ? 'late.title' : 'late.riskTitle')}</h3>
      <p>
        {expected
          ? by > 0
            ? t('late.expected', { due, expected: arrival, late: span })
            : t('late.spare', { due, expected: arrival, left: span })
          : by > 0
            ? t('late.soFar', { due, late: span })
            : t('late.soon', { due, left: span })}
      </p>
      <ul>
        {causes.map((cause) => (
          <li key={cause.cause} data-cause={cause.cause}>
            <Reason cause={cause} driver={name} />
          </li>
        ))}
        {causes.length === 0 ? <li>{t('cause.none')}</li> : null}
      </ul>
    </section>
  );
}

function Reason({ cause, driver }: { cause: LateCause; driver: string }) {
  const t = usePanelText();
  const formats = useFormats();
  const span = (milliseconds: number) => formats.duration(milliseconds / 1_000);
  switch (cause.cause) {
    case 'acceptedLate':
      return t('cause.acceptedLate', { time: span(cause.by) });
    case 'readyLate':
      return cause.left === 0 ? t('cause.readyTooLate') : t('cause.readyLate', { time: span(cause.left) });
    case 'noDriver':
      return cause.rounds > 0
        ? t('cause.noDriverAgain', { time: span(cause.for), count: cause.rounds })
        : t('cause.noDriver', { time: span(cause.for) });
    case 'soughtLong':
      return t('cause.soughtLong', { time: span(cause.for) });
    case 'notAnswered':
    case 'atStore':
    case 'atDoor':
      return t(`cause.${cause.cause}`, { driver, time: span(cause.for) });
    case 'silent':
      return t(`cause.${cause.presence}`, { driver });
    case 'onBreak':
    case 'offDuty':
      return t(`cause.${cause.cause}`, { driver });
    case 'shiftEnds':
      return t('cause.shiftEnds', { driver, time: formats.time(cause.at) });
    case 'stopsBefore':
      return t('cause.stopsBefore', { driver, count: cause.count });
    case 'failedBefore':
      return t('cause.failedBefore', { attempt: formats.number(cause.attempt) });
    case 'way':
      return t('cause.way', { time: formats.time(cause.arrives) });
  }
}
