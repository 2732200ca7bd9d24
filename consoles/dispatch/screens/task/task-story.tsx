import { Fragment, useState } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import type { DispatchTask } from '../../data/task-actions.ts';
import { usePanelText } from '../../texts/panel-texts.ts';
import { useReasonText } from '../../texts/reason-text.ts';
import { useTaskText } from '../../texts/task-texts.ts';
import { useWords } from '../../texts/words.ts';
import { DayHead } from './day-head.tsx';
import { PhoneTime } from './phone-time.tsx';
import { TaskEvents } from './task-events.tsx';
import styles from './task-panel.module.css';

interface TaskStoryProps {
  data: DispatchTask;
  driverName(driverId: string): string;
}

/** Who was called, every change of the task's state, and on request everything that was recorded. */
export function TaskStory({ data, driverName }: TaskStoryProps) {
  const t = useTaskText();
  const panel = usePanelText();
  const words = useWords();
  const [all, setAll] = useState(false);
  const { contacts } = data;
  return (
    <>
      <section className={styles.story}>
        <h3>{t('panel.contacts')}</h3>
        {contacts.length === 0 ? <p className={styles.muted}>{t('panel.noContacts')}</p> : null}
        <ol>
          {contacts.map(({ id, at, party, channel, outcome, note, by }, index) => (
            <Fragment key={id}>
              <DayHead at={at} former={contacts[index - 1]?.at} />
              <li>
                <PhoneTime at={at} occurredAt={null} />
                <span>
                  {words(`party.${party}`)}, {t(`channel.${channel}`)}: {t(`outcome.${outcome}`)}
                  {note === null ? null : (
                    <>
                      {' '}
                      · <bdi>{note}</bdi>
                    </>
                  )}{' '}
                  <span className={styles.muted}>
                    (<bdi>{by.displayName}</bdi>)
                  </span>
                </span>
              </li>
            </Fragment>
          ))}
        </ol>
      </section>
      <History data={data} driverName={driverName} />
      <Button size="small" onPress={() => setAll(true)}>
        {panel('events.open')}
      </Button>
      {all ? <TaskEvents taskId={data.id} driverName={driverName} onClose={() => setAll(false)} /> : null}
    </>
  );
}

function History({ data, driverName }: TaskStoryProps) {
  const t = useTaskText();
  const panel = usePanelText();
  const words = useWords();
  const reasonText = useReasonText();
  const newest = data.history.toReversed();
  return (
    <section className={styles.story} data-testid="task-history">
      <h3>{t('panel.history')}</h3>
      <ol>
        {newest.map(({ at, occurredAt, status, by, driverId, reason }, index) => (
          <Fragment key={`${at} ${status}`}>
            <DayHead at={at} former={newest[index - 1]?.at} />
            <li>
              <PhoneTime at={at} occurredAt={occurredAt ?? null} />
              <span>
                {status === 'UNASSIGNED'
                  ? panel('story.UNASSIGNED')
                  : (status === 'ASSIGNED' || status === 'ACCEPTED') && driverId !== null
                    ? panel(`story.${status}`, { driver: driverName(driverId) })
                    : words(`status.${status}`)}{' '}
                {status === 'ACCEPTED' ? null : (
                  <span className={styles.muted}>· {words(`actor.${by}`)}</span>
                )}
                {reason === null ? null : (
                  <>
                    {' '}
                    · <bdi>{reasonText(reason)}</bdi>
                  </>
                )}
              </span>
            </li>
          </Fragment>
        ))}
      </ol>
    </section>
  );
}
