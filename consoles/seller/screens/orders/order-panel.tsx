import { MessageCircle, Phone, Printer, ReceiptText, X } from 'lucide-react';
import { Link } from 'react-router';
import { useCodedFailure } from '../../../shared/domain/use-failure-text.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { useMay } from '../../data/shop-context.tsx';
import { useGroup } from '../../data/use-group.ts';
import { GROUP_ACTIONS, type GroupAction, type OrderGroup } from '../../orders/order-types.ts';
import type { Paper } from '../../print/papers.ts';
import { useOrderText } from '../../texts/order-texts.ts';
import { usePanelText } from '../../texts/panel-texts.ts';
import { OrderLines } from './order-lines.tsx';
import styles from './order-panel.module.css';

export interface OrderPanelProps {
  groupId: string;
  busy: boolean;
  onAct(action: GroupAction): void;
  onPrint(paper: Paper): void;
  onClose(): void;
}

const KEY_OF: Record<GroupAction, string> = {
  accept: 'A',
  reject: 'X',
  pack: 'P',
  ready: 'R',
  'confirm-return': 'C',
};

/** Everything about the order that is looked at, and what can be done with it. */
export function OrderPanel({ groupId, busy, onAct, onPrint, onClose }: OrderPanelProps) {
  const t = usePanelText();
  const word = useOrderText();
  const shared = useSharedText();
  const { data, error, refetch } = useGroup(groupId);
  return (
    <aside
      className={styles.panel}
      aria-label={t('panel.label')}
      data-testid="order-panel"
      data-order-panel
      tabIndex={-1}
    >
      <header className={styles.header}>
        <div>
          <h2 className={styles.title}>
            <bdi className="unbroken">{data?.orderNumber ?? t('panel.label')}</bdi>
          </h2>
          {data === undefined ? null : (
            <p className={styles.status} data-testid="order-status" data-status={data.status}>
              {word(`status.${data.status}`)}
            </p>
          )}
        </div>
        <IconButton
          size="small"
          label={shared('close')}
          icon={<X aria-hidden size={18} />}
          onPress={onClose}
        />
      </header>
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={8} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <div className={styles.actions}>
            {GROUP_ACTIONS.filter((action) => data.allowedActions.includes(action)).map((action) => (
              <Button
                key={action}
                kind={action === 'reject' ? 'secondary' : 'primary'}
                isDisabled={busy}
                onPress={() => onAct(action)}
              >
                {word(`action.${action}`)} <kbd className={styles.key}>{KEY_OF[action]}</kbd>
              </Button>
            ))}
            <Button onPress={() => onPrint('slips')}>
              <Printer aria-hidden size={16} />
              {word('action.print')} <kbd className={styles.key}>Ctrl+P</kbd>
            </Button>
            <Button onPress={() => onPrint('invoices')}>
              <ReceiptText aria-hidden size={16} />
              {word('action.invoice')} <kbd className={styles.key}>I</kbd>
            </Button>
          </div>
          <Facts group={data} />
          <OrderLines group={data} />
          <Money group={data} />
          <Parcel group={data} />
          <History group={data} />
        </>
      )}
    </aside>
  );
}

function Facts({ group: { sale, shipping, acceptBy, status } }: { group: OrderGroup }) {
  const t = usePanelText();
  const { dayAndTime, day } = useFormats();
  const at = (date: string) => day(`${date}T12:00:00Z`);
  const { promisedFrom: from, promisedTo: to } = shipping;
  return (
    <dl className={styles.facts}>
      {sale === undefined ? null : (
        <>
          <dt>{t('panel.buyer')}</dt>
          <dd>
            <bdi>{sale.buyerName}</bdi>
          </dd>
          <dt>{t('panel.placed')}</dt>
          <dd>{dayAndTime(sale.placedAt)}</dd>
        </>
      )}
      {status === 'PENDING_ACCEPTANCE' ? (
        <>
          <dt>{t('panel.answerBy')}</dt>
          <dd>{dayAndTime(acceptBy)}</dd>
        </>
      ) : null}
      <dt>{t('panel.shipping')}</dt>
      <dd>{shipping.name}</dd>
      <dt>{t('panel.promised')}</dt>
      <dd>{from === to ? at(to) : `${at(from)} – ${at(to)}`}</dd>
    </dl>
  );
}

function Money({ group: { id, totals, sale, payment } }: { group: OrderGroup }) {
  const t = usePanelText();
  const { money } = useFormats();
  const mayRead = useMay('FINANCE');
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{t('panel.money')}</h3>
      <dl className={styles.money}>
        <dt>{t('panel.gross')}</dt>
        <dd>{money(totals.goods.amount)}</dd>
        {sale?.commission === undefined || sale.net === undefined || payment.status === 'VOID' ? null : (
          <>
            <dt>{t('panel.commission')}</dt>
            <dd>{money(`-${sale.commission.amount}`)}</dd>
            <dt className={styles.net}>{t('panel.net')}</dt>
            <dd className={styles.net}>{money(sale.net.amount)}</dd>
          </>
        )}
        {payment.status === 'VOID' ? null : (
          <>
            <dt>{t('panel.cash')}</dt>
            <dd>{money(payment.amountDue.amount)}</dd>
          </>
        )}
      </dl>
      {payment.status === 'VOID' ? <p className={styles.void}>{t('panel.void')}</p> : null}
      {mayRead ? <Link to={`/money/orders/${id}`}>{t('panel.toMoney')}</Link> : null}
    </section>
  );
}

/** Where the parcel is, and who carries it. */
function Parcel({ group: { task, sale } }: { group: OrderGroup }) {
  const t = usePanelText();
  const { dayAndTime, phone } = useFormats();
  if (task === null) return null;
  const driver = sale?.driver ?? null;
  const number = driver?.phone ?? null;
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{t('panel.way')}</h3>
      <dl className={styles.facts}>
        <dt>{t('panel.state')}</dt>
        <dd>{t(`task.${task.status}`)}</dd>
        {driver === null ? null : <dt>{t('panel.driver')}</dt>}
        {driver === null ? null : (
          <dd className={styles.driver}>
            <bdi>{driver.name}</bdi>
            {number === null ? null : (
              <>
                <bdi className="unbroken">{phone(number)}</bdi>
                <a
                  href={`tel:${number}`}
                  aria-label={t('panel.call', { name: driver.name })}
                  className={styles.reach}
                >
                  <Phone aria-hidden size={18} />
                </a>
                <a
                  href={`https://wa.me/${number.slice(1)}`}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={t('panel.whatsApp', { name: driver.name })}
                  className={styles.reach}
                >
                  <MessageCircle aria-hidden size={18} />
                </a>
              </>
            )}
          </dd>
        )}
        {task.pickupEta ? (
          <>
            <dt>{t('panel.pickup')}</dt>
            <dd>{dayAndTime(task.pickupEta)}</dd>
          </>
        ) : null}
        {task.dropoffEta ? (
          <>
            <dt>{t('panel.dropoff')}</dt>
            <dd>{dayAndTime(task.dropoffEta)}</dd>
          </>
        ) : null}
      </dl>
    </section>
  );
}

function History({ group: { history } }: { group: OrderGroup }) {
  const t = usePanelText();
  const word = useOrderText();
  const failure = useCodedFailure();
  const { dayAndTime } = useFormats();
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{t('panel.history')}</h3>
      <ol className={styles.history}>
        {history.map(({ at, status, by, reason }) => (
          <li key={`${at} ${status}`}>
            <span>
              {word(`status.${status}`)} <span className={styles.by}>· {t(`by.${by}`)}</span>
            </span>
            <time dateTime={at}>{dayAndTime(at)}</time>
            {reason === null ? null : (
              <p className={styles.reason}>{t('panel.reason', { reason: failure(reason) ?? reason })}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
