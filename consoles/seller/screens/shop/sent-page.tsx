import { Send } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { Card } from '../../../shared/account/card.tsx';
import { dataOf } from '../../../shared/api/client.ts';
import { ProblemError } from '../../../shared/api/problem.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Select } from '../../../shared/ui/select.tsx';
import {
  type DeliveryStatus,
  type ListedDelivery,
  nameOf,
  useDeliveries,
  useWebhooks,
  type Webhook,
} from '../../data/webhooks.ts';
import { ListState } from '../../parts/list-state.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { useIntegrationText } from '../../texts/integration-texts.ts';
import { AttemptLine } from './attempt-line.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { ReplayCard } from './replay-card.tsx';
import styles from './shop.module.css';
import { kindText } from './webhooks-section.tsx';

/** What was sent to one webhook, and how it answered. */
export function SentPage() {
  const t = useIntegrationText();
  const { id = '' } = useParams();
  const list = useWebhooks();
  return (
    <div className={styles.cards}>
      <p>
        <Link to="/shop/integrations">{t('sent.back')}</Link>
      </p>
      <ListState list={list} none={<EmptyState icon={Send} title={t('hooks.none')} />}>
        {(rows) => {
          const webhook = rows.find((each) => each.id === id);
          if (webhook === undefined) return <EmptyState icon={Send} title={t('hooks.none')} />;
          return (
            <>
              <Sent webhook={webhook} />
              <ReplayCard webhook={webhook} />
            </>
          );
        }}
      </ListState>
    </div>
  );
}

const FILTERS = ['all', 'PENDING', 'DELIVERED', 'FAILED'] as const;

function Sent({ webhook }: { webhook: Webhook }) {
  const t = useIntegrationText();
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>('all');
  const [shown, setShown] = useState<ListedDelivery | null>(null);
  const status: DeliveryStatus | null = filter === 'all' ? null : filter;
  const list = useDeliveries(webhook.id, status);
  return (
    <Card title={t('sent.title', { name: nameOf(webhook) })} hint={t('sent.hint')}>
      <div className={styles.buttons}>
        <TestButton id={webhook.id} again={list.again} />
      </div>
      <Select
        label={t('sent.filter')}
        options={FILTERS.map((each) => ({ id: each, text: t(`sent.${each}`) }))}
        value={filter}
        onChange={setFilter}
      />
      <ListState list={list} none={<p className={styles.note}>{t('sent.none')}</p>}>
        {(rows) => (
          <ul className={styles.list}>
            {rows.map((delivery) => (
              <DeliveryItem key={delivery.messageId} delivery={delivery} onOpen={() => setShown(delivery)} />
            ))}
          </ul>
        )}
      </ListState>
      <MoreButton list={list} />
      {shown === null ? null : (
        <DeliveryDialog
          webhookId={webhook.id}
          messageId={shown.messageId}
          kind={shown.kind}
          again={list.again}
          onClose={() => setShown(null)}
        />
      )}
    </Card>
  );
}

function DeliveryItem({ delivery, onOpen }: { delivery: ListedDelivery; onOpen(): void }) {
  const t = useIntegrationText();
  const { dayAndTime } = useFormats();
  const { kind, status, happenedAt, nextAttemptAt, lastAttempt } = delivery;
  const name = t(kindText(kind));
  return (
    <li className={styles.item} data-delivery={delivery.messageId}>
      <div className={styles.facts}>
        <strong>{name}</strong>
        <span className={styles.note}>{dayAndTime(happenedAt)}</span>
        <span className={status === 'FAILED' ? styles.fault : undefined}>{t(`sent.${status}`)}</span>
        {lastAttempt === null ? null : <AttemptLine attempt={lastAttempt} />}
        {nextAttemptAt === null || lastAttempt === null ? null : (
          <span className={styles.note}>{t('sent.next', { time: dayAndTime(nextAttemptAt) })}</span>
        )}
      </div>
      <Button size="small" onPress={onOpen} aria-label={t('sent.detailsNamed', { name })}>
        {t('sent.details')}
      </Button>
    </li>
  );
}

function TestButton({ id, again }: { id: string; again(): void }) {
  const t = useIntegrationText();
  const api = useApi();
  const [pending, setPending] = useState(false);
  const test = async () => {
    setPending(true);
    try {
      await dataOf(api.POST('/seller/webhooks/{id}/test', { params: { path: { id } } }));
      notify({ tone: 'success', title: t('sent.tested') });
      again();
    } catch (error) {
      notify({
        tone: 'warning',
        title: t('sent.failed'),
        detail: error instanceof ProblemError ? error.message : undefined,
      });
    } finally {
      setPending(false);
    }
  };
  return (
    <Button isPending={pending} onPress={() => void test()}>
      <Send aria-hidden size={16} /> {t('sent.test')}
    </Button>
  );
}
