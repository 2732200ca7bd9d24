import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats, useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Prose } from '../../../shared/ui/prose.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import { linesOf } from '../../board/alert-history.ts';
import { alertTarget } from '../../board/alert-target.ts';
import { keys } from '../../data/fresh-queries.ts';
import { Refusal } from '../../parts/refusal.tsx';
import { type Explained, useExplain } from '../../parts/use-report.ts';
import { useAlertText } from '../../texts/alert-texts.ts';
import styles from './alerts-screen.module.css';

/** One alert with its history, a link to its subject, and the possible actions. */
export function AlertDialog({ id, onClose }: { id: string; onClose(): void }) {
  const t = useAlertText();
  const { locale } = useLocaleChoice();
  const { dayAndTime } = useFormats();
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const explain = useExplain();
  const [note, setNote] = useState('');
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<Explained | null>(null);
  const params = { path: { id } };
  const { data, error, refetch } = useQuery({
    queryKey: keys.alerts(id),
    queryFn: () => dataOf(api.GET('/dispatch/alerts/{id}', { params })),
  });
  const step = async (path: 'acknowledge' | 'resolve') => {
    setPending(true);
    setRefused(null);
    try {
      const body = note.trim() === '' ? {} : { note: note.trim() };
      await dataOf(api.POST(`/dispatch/alerts/{id}/${path}`, { params, body }));
      onClose();
    } catch (fault) {
      setRefused(explain(fault));
    }
    setPending(false);
    void queries.invalidateQueries({ queryKey: ['alerts'] });
  };
  const target = data === undefined ? null : alertTarget(data);
  return (
    <Dialog
      title={<Prose>{data?.message[locale] ?? t('alerts.title')}</Prose>}
      onClose={onClose}
      actions={
        data === undefined ? null : (
          <>
            <Button kind="quiet" onPress={() => void navigate(`/?at=${data.raisedAt}`)}>
              {t('alerts.thatMoment')}
            </Button>
            {target === null ? null : (
              <Button onPress={() => void navigate(target.path)}>{t(`alerts.show.${target.kind}`)}</Button>
            )}
            {data.status === 'OPEN' ? (
              <Button kind="primary" isPending={pending} onPress={() => void step('acknowledge')}>
                {t('alerts.acknowledge')}
              </Button>
            ) : null}
            {data.status === 'RESOLVED' ? null : (
              <Button isPending={pending} onPress={() => void step('resolve')}>
                {t('alerts.resolve')}
              </Button>
            )}
          </>
        )
      }
    >
      {error !== null ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={4} />
        ) : null
      ) : (
        <>
          <p>
            <Prose>{data.action[locale]}</Prose>
          </p>
          {data.status === 'RESOLVED' ? null : (
            <TextArea label={t('alerts.note')} value={note} onChange={setNote} />
          )}
          {data.subjects.length < 2 ? null : (
            <>
              <h3>
                {t('alerts.cases')} ({data.subjectCount})
              </h3>
              <ul className={styles.cases}>
                {data.subjects.map((each) => (
                  <li key={each.subjectId}>
                    <span>
                      <bdi className={styles.name}>{each.name ?? each.subjectId}</bdi> ·{' '}
                      {t('alerts.since', { time: dayAndTime(each.since) })}
                    </span>
                    <CaseLink {...each} />
                  </li>
                ))}
              </ul>
            </>
          )}
          <h3>{t('alerts.history')}</h3>
          <ol className={styles.history}>
            {linesOf(data.history).map(({ newest, since, count }) => (
              <li key={newest.version}>
                <time>{dayAndTime(newest.at)}</time>
                <span>
                  {count > 1
                    ? t('change.updates', { count, time: dayAndTime(since) })
                    : t(`change.${newest.change}`)}
                  {newest.note === null ? null : <> · {newest.note}</>}
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
      <Refusal of={refused} />
    </Dialog>
  );
}

function CaseLink(about: { subjectType: string; subjectId: string; name: string | null }) {
  const t = useAlertText();
  const navigate = useNavigate();
  const target = alertTarget(about);
  if (target === null) return null;
  const label = t(`alerts.show.${target.kind}`);
  return (
    <Button
      size="small"
      aria-label={`${label}: ${about.name ?? ''}`}
      onPress={() => void navigate(target.path)}
    >
      {label}
    </Button>
  );
}
