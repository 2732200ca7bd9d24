import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Card } from '../../../shared/account/card.tsx';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { nameOf, useWebhooks, type Webhook } from '../../data/webhooks.ts';
import { ListState } from '../../parts/list-state.tsx';
import { useIntegrationText } from '../../texts/integration-texts.ts';
import { useShopText } from '../../texts/shop-texts.ts';
import { SecretDialog } from './secret-dialog.tsx';
import styles from './shop.module.css';
import { WebhookDialog } from './webhook-dialog.tsx';

/** The addresses that are told of what happens, and how each fares. */
export function WebhooksSection() {
  const t = useIntegrationText();
  const list = useWebhooks();
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Card title={t('hooks.title')} hint={t('hooks.hint')}>
      <ListState
        list={list}
        none={
          <EmptyState icon={WebhookIcon} title={t('hooks.none')}>
            {t('hooks.noneDetail')}
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className={styles.list}>
            {rows.map((webhook) => (
              <WebhookItem key={webhook.id} webhook={webhook} onEdit={() => setEdited(webhook)} />
            ))}
          </ul>
        )}
      </ListState>
      <div className={styles.buttons}>
        <Button onPress={() => setEdited('new')}>
          <Plus aria-hidden size={16} /> {t('hooks.add')}
        </Button>
      </div>
      {edited === null ? null : (
        <WebhookDialog
          webhook={edited === 'new' ? null : (list.rows?.find(({ id }) => id === edited.id) ?? edited)}
          again={list.again}
          onSecret={(shown) => {
            setEdited(null);
            setSecret(shown);
          }}
          onClose={() => setEdited(null)}
        />
      )}
      {secret === null ? null : <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </Card>
  );
}

function WebhookItem({ webhook, onEdit }: { webhook: Webhook; onEdit(): void }) {
  const t = useIntegrationText();
  const shop = useShopText();
  const { list, dayAndTime } = useFormats();
  const { id, url, kinds, pending, failingSince, formerSecretUntil } = webhook;
  const name = nameOf(webhook);
  return (
    <li className={styles.item} data-webhook={id}>
      <div className={styles.facts}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <bdi dir="ltr">{url}</bdi>
        <span className={styles.note}>{list(kinds.map((kind) => t(kindText(kind))))}</span>
        <Standing webhook={webhook} />
        {failingSince === null ? null : (
          <span className={styles.fault}>{t('hooks.failing', { time: dayAndTime(failingSince) })}</span>
        )}
        {pending === 0 ? null : <span className={styles.note}>{t('hooks.pending', { count: pending })}</span>}
        {formerSecretUntil === null ? null : (
          <span className={styles.note}>{t('secret.until', { time: dayAndTime(formerSecretUntil) })}</span>
        )}
      </div>
      <div className={styles.buttons}>
        <Link to={`/shop/integrations/webhooks/${id}`} aria-label={t('hooks.openNamed', { name })}>
          {t('hooks.open')}
        </Link>
        <Button size="small" onPress={onEdit} aria-label={shop('edit.named', { name })}>
          {shop('edit')}
        </Button>
      </div>
    </li>
  );
}

function Standing({ webhook: { status, disabledBecause } }: { webhook: Webhook }) {
  const t = useIntegrationText();
  if (disabledBecause !== null)
    return <span className={styles.fault}>{t(`hooks.status.${disabledBecause}`)}</span>;
  return (
    <span className={styles.note}>
      {t(status === 'PAUSED' ? 'hooks.status.PAUSED' : 'hooks.status.ACTIVE')}
    </span>
  );
}

/** The platform's kinds are never a shop's. */
export function kindText(kind: Webhook['kinds'][number]) {
  return `kind.${kind as 'order.placed'}` as const;
}
