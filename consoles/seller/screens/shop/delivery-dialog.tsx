import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { keys } from '../../data/keys.ts';
import type { Attempt, WebhookKind } from '../../data/webhooks.ts';
import { EditForm } from '../../parts/edit-form.tsx';
import { useIntegrationText } from '../../texts/integration-texts.ts';
import { AttemptLine } from './attempt-line.tsx';
import styles from './integrations.module.css';
import { kindText } from './webhooks-section.tsx';

interface DeliveryDialogProps {
  webhookId: string;
  messageId: string;
  kind: WebhookKind;
  again(): void;
  onClose(): void;
}

/** Milliseconds between polls, so that the next attempt appears. */
const LOOK_AGAIN = 3_000;
const NONE = {} as const;

/** What was sent, and what each attempt was answered; from here it is sent again. */
export function DeliveryDialog({ webhookId: id, messageId, kind, again, onClose }: DeliveryDialogProps) {
  const t = useIntegrationText();
  const api = useApi();
  const params = { path: { id, messageId } };
  const { data, error, refetch } = useQuery({
    queryKey: keys.webhookDelivery(id, messageId),
    queryFn: () => dataOf(api.GET('/seller/webhooks/{id}/deliveries/{messageId}', { params })),
    refetchInterval: LOOK_AGAIN,
  });
  const replay = async () => {
    await dataOf(api.POST('/seller/webhooks/{id}/deliveries/{messageId}/replay', { params }));
    notify({ tone: 'success', title: t('sent.queued') });
    again();
    void refetch();
  };
  return (
    <Dialog title={t(kindText(kind))} onClose={onClose} wide>
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={6} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <p className={styles.id}>
            <bdi dir="ltr">{`webhook-id: ${messageId}`}</bdi>
          </p>
          <h3>{t('sent.body')}</h3>
          <pre className={styles.code} dir="ltr" lang="en">
            {JSON.stringify(JSON.parse(data.body), null, 2)}
          </pre>
          <h3>{t('sent.attempts')}</h3>
          {data.tried.length === 0 ? <p>{t('sent.noAttempts')}</p> : null}
          <ol className={styles.attempts}>
            {data.tried.map((attempt) => (
              <AttemptItem key={attempt.at} attempt={attempt} />
            ))}
          </ol>
          <EditForm submit={t('sent.again')} fields={NONE} send={replay}>
            {() => null}
          </EditForm>
        </>
      )}
    </Dialog>
  );
}

function AttemptItem({ attempt }: { attempt: Attempt }) {
  const { dayAndTime } = useFormats();
  return (
    <li className={styles.attempt}>
      <span>{dayAndTime(attempt.at)}</span>
      <AttemptLine attempt={attempt} />
      {attempt.answer === '' ? null : (
        <pre className={styles.code} dir="auto">
          {attempt.answer}
        </pre>
      )}
    </li>
  );
}
