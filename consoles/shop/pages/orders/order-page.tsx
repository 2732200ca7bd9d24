import type { OrdersPage } from '../../../../server/storefront/orders-page-models.ts';
import { AddressText } from '../../parts/address-text.tsx';
import { FormFields } from '../../parts/form-fields.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import { CashToHave } from './cash-to-have.tsx';
import { DeliveryCodes } from './delivery-codes.tsx';
import { LiveWords } from './live-words.tsx';
import { OrderBadge } from './order-badge.tsx';
import { OrderMap } from './order-map.tsx';
import { OrderPart } from './order-part.tsx';

type Model = Extract<OrdersPage, { kind: 'order' }>;

const SAID = {
  placed: 'saidPlaced',
  cancelled: 'saidCancelled',
  'partly-cancelled': 'saidPartlyCancelled',
  'too-late': 'saidTooLate',
} as const;

/**
 * One order: what is needed at the door first, then each seller's part with its state. Complete without script; with
 * it, the part `#order` is updated live.
 */
export function OrderPage({ page }: { page: Model }) {
  const { t, format } = useShop();
  const { order, parts, said } = page;
  const { number, placedAt, status } = order;
  const hasCode = parts.some(({ tracked }) => tracked.deliveryCode !== null);
  return (
    <div id="order">
      <div className="order-head">
        <h1>
          <bdi className="unbroken">{t('orderNumber', { number })}</bdi>
        </h1>
        <OrderBadge status={status} />
      </div>
      <p className="muted">{t('orderedOn', { day: format.dayAndTime(placedAt) })}</p>
      {said === null ? null : (
        <p id="said" className={`notice ${said === 'too-late' ? '' : 'success'}`} role="status">
          {t(SAID[said])}
        </p>
      )}
      <LiveWords page={page} />
      <div className={`order-body ${hasCode ? 'with-code' : ''}`}>
        {hasCode ? (
          <div id="order-codes" className="order-codes">
            <DeliveryCodes parts={parts} at={page.at} />
          </div>
        ) : null}
        <CashToHave page={page} />
        <div id="order-parts" className="order-parts">
          <OrderMap page={page} />
          {parts.map((part, index) => (
            <OrderPart key={part.group.id} part={part} number={index + 1} page={page} />
          ))}
        </div>
        <aside id="order-side" className="order-side">
          <Address address={order.address} />
          {status === 'CANCELLED' ? null : <Totals order={order} />}
          <Actions page={page} />
        </aside>
      </div>
    </div>
  );
}

function Address({ address }: { address: Model['order']['address'] }) {
  const { t } = useShop();
  return (
    <section className="panel" aria-labelledby="address">
      <h2 id="address">{t('deliveredTo')}</h2>
      <address>
        <AddressText address={address} />
      </address>
    </section>
  );
}

function Totals({ order: { totals } }: { order: Model['order'] }) {
  const { t, format } = useShop();
  const rows = [
    ['goods', t('goods'), totals.goods.amount],
    ['delivery', t('delivery'), totals.shipping.amount],
    ['total', t('orderTotal'), totals.total.amount],
  ] as const;
  return (
    <section className="panel">
      <dl className="amounts">
        {rows.map(([name, label, amount]) => (
          <div key={name} className={name === 'total' ? name : undefined}>
            <dt>{label}</dt>
            <dd className="digits">
              <bdi>{format.money(amount)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Actions({ page: { order, hasInvoice } }: { page: Model }) {
  const { t, to } = useShop();
  const { id, groups } = order;
  const canCancel = groups.some(({ allowedActions }) => allowedActions.includes('cancel-group'));
  return (
    <section className="panel order-actions" aria-labelledby="actions">
      <h2 id="actions">{t('orderActions')}</h2>
      <form method="post" action={to(`/orders/${id}/reorder`)}>
        <FormFields name="reorder" />
        <button type="submit" className="button">
          {t('orderAgain')}
        </button>
      </form>
      {hasInvoice ? (
        <>
          <a className="button" href={to(`/orders/${id}/invoice`)}>
            {t('printInvoice')}
          </a>
          <a className="button" href={to(`/orders/${id}/invoice.pdf`)}>
            {t('invoiceFile')}
          </a>
        </>
      ) : null}
      {canCancel ? (
        <a className="button danger" href={to(`/orders/${id}/cancel`)}>
          {t('cancelOrder')}
        </a>
      ) : null}
    </section>
  );
}
