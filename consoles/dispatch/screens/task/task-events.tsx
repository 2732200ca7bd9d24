import { useQuery } from '@tanstack/react-query';
import { Fragment, useMemo } from 'react';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { allPages } from '../../data/board-api.ts';
import { keys } from '../../data/fresh-queries.ts';
import { Unread } from '../../parts/unread.tsx';
import { panelTexts, usePanelText } from '../../texts/panel-texts.ts';
import { useReasonText } from '../../texts/reason-text.ts';
import { useWords } from '../../texts/words.ts';
import { DayHead } from './day-head.tsx';
import styles from './task-panel.module.css';

type TaskEvent = components['schemas']['TaskEvent'];
type KnownEvent = Extract<keyof typeof panelTexts, `event.${string}`>;

const PAGE = 100;

interface TaskEventsProps {
  taskId: string;
  driverName(driverId: string): string;
  onClose(): void;
}

/** Everything recorded about a task, including what did not change its state: codes, choices, refusals, alerts. */
export function TaskEvents({ taskId, driverName, onClose }: TaskEventsProps) {
  const t = usePanelText();
  const words = useWords();
  const reasonText = useReasonText();
  const { timeWithSeconds, time, number } = useFormats();
  const api = useApi();
  const query = useQuery({
    queryKey: keys.taskEvents(taskId),
    queryFn: () =>
      allPages((cursor) =>
        dataOf(
          api.GET('/dispatch/tasks/{id}/history', {
            params: { path: { id: taskId }, query: { limit: PAGE, ...cursor } },
          }),
        ),
      ),
  });
  const runs = useMemo(() => runsOf(query.data ?? []), [query.data]);
  return (
    <Dialog wide title={t('events.title')} onClose={onClose}>
      <Unread query={query} lines={8} />
      {query.data?.length === 0 ? <p>{t('events.empty')}</p> : null}
      <ol className={styles.events} data-testid="task-events">
        {runs.map(({ event, until, count }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what is recorded stays in its place.
          <Fragment key={index}>
            <DayHead at={event.at} former={runs[index - 1]?.until} />
            <li>
              <time dateTime={event.at}>{timeWithSeconds(event.at)}</time>
              <span>
                <EventName event={event} driverName={driverName} />{' '}
                {count === 1 ? null : t('events.times', { count: number(count), time: time(until) })}{' '}
                <span className={styles.muted}>· {words(`actor.${event.by}`)}</span>
                {event.reason === null ? null : (
                  <>
                    {' '}
                    · <bdi>{reasonText(event.reason)}</bdi>
                  </>
                )}
              </span>
            </li>
          </Fragment>
        ))}
      </ol>
    </Dialog>
  );
}

interface Run {
  event: TaskEvent;
  /** Time of the last of them. */
  until: string;
  count: number;
}

/** Merges repeated events into one line, such as searches that found no driver. */
function runsOf(events: readonly TaskEvent[]): Run[] {
  const runs: Run[] = [];
  let former = '';
  for (const event of events) {
    const { what, status, by, reason, data } = event;
    const alike = JSON.stringify([what, status, by, reason, data.driverId ?? null]);
    const last = runs.at(-1);
    if (last !== undefined && alike === former) {
      last.count += 1;
      last.until = event.at;
    } else runs.push({ event, until: event.at, count: 1 });
    former = alike;
  }
  return runs;
}

function EventName({ event, driverName }: { event: TaskEvent; driverName: TaskEventsProps['driverName'] }) {
  const t = usePanelText();
  const words = useWords();
  const { what, status, data } = event;
  const driver = typeof data.driverId === 'string' ? driverName(data.driverId) : null;
  if (what === 'choice' || what === 'choice-by-hand') {
    return driver === null ? t('event.choiceNobody') : t(`event.${what}`, { driver });
  }
  const key = `event.${what}`;
  if (isPlain(key)) {
    const name = t(key);
    return driver === null ? name : `${name}: ${driver}`;
  }
  return status === null ? t('event.other') : words(`status.${status}`);
}

type Plain = Exclude<KnownEvent, 'event.choice' | 'event.choice-by-hand'>;

function isPlain(key: string): key is Plain {
  return Object.hasOwn(panelTexts, key) && key !== 'event.choice' && key !== 'event.choice-by-hand';
}
