import { useFormats } from '../../../shared/i18n/locale.tsx';
import type { DispatchTask } from '../../data/task-actions.ts';
import { useReasonText } from '../../texts/reason-text.ts';
import { useTaskText } from '../../texts/task-texts.ts';
import { useWords } from '../../texts/words.ts';
import styles from './task-panel.module.css';

/** What happened to it, who was called, and every change of its state. */
export function TaskStory({ data }: { data: DispatchTask }) {
  const t = useTaskText();
  const words = useWords();
  const reasonText = useReasonText();
  const { dayAndTime } = useFormats();
  const { contacts, history } = data;
  return (
    <>
      <section className={styles.story}>
        <h3>{t('panel.contacts')}</h3>
        {contacts.length === 0 ? <p className={styles.muted}>{t('panel.noContacts')}</p> : null}
        <ol>
          {contacts.map(({ id, at, party, channel, outcome, note, by }) => (
            <li key={id}>
              <time>{dayAndTime(at)}</time>
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
          ))}
        </ol>
      </section>
      <section className={styles.story}>
        <h3>{t('panel.history')}</h3>
        <ol>
          {history.toReversed().map(({ at, status, by, reason }) => (
            <li key={`${at} ${status}`}>
              <time>{dayAndTime(at)}</time>
              <span>
                {words(`status.${status}`)} <span className={styles.muted}>· {words(`actor.${by}`)}</span>
                {reason === null ? null : (
                  <>
                    {' '}
                    · <bdi>{reasonText(reason)}</bdi>
                  </>
                )}
              </span>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}
