import type { components } from '../../../../server/kernel/http/api-types.ts';
import type { OrdersPage } from '../../../../server/storefront/orders-page-models.ts';
import { TextArea } from '../../parts/field.tsx';
import { FormFields } from '../../parts/form-fields.tsx';
import { useShop } from '../../parts/shop-context.tsx';

type Model = Extract<OrdersPage, { kind: 'cancel-order' }>;
type Group = components['schemas']['OrderGroup'];

/** Asks for confirmation, and lists what would be cancelled and what would be delivered anyway. */
export function CancelOrderPage({ page: { order, form } }: { page: Model }) {
  const { t, to } = useShop();
  const { id, number, groups } = order;
  const over = groups.filter(({ allowedActions }) => allowedActions.includes('cancel-group'));
  const staying = groups.filter(
    (group) => !over.includes(group) && !['CANCELLED', 'REJECTED'].includes(group.status),
  );
  return (
    <div className="narrow">
      <h1>{t('cancelTitle')}</h1>
      <p className="muted">
        <bdi className="unbroken">{t('orderNumber', { number })}</bdi>
      </p>
      <p>{t('cancelWhat')}</p>
      <Parts groups={over} />
      {staying.length === 0 ? null : (
        <>
          <p>{t('cancelNot')}</p>
          <Parts groups={staying} />
        </>
      )}
      <form method="post" action={to(`/orders/${id}/cancel`)} className="form">
        <FormFields name="cancel" />
        <TextArea
          name="reason"
          form={form}
          label={t('cancelReason')}
          hint={t('cancelReasonHint')}
          maxLength={500}
          isOptional
        />
        <p className="filter-buttons">
          <button type="submit" className="button danger">
            {t('cancelYes')}
          </button>
          <a className="button" href={to(`/orders/${id}`)}>
            {t('cancelNo')}
          </a>
        </p>
      </form>
    </div>
  );
}

function Parts({ groups }: { groups: readonly Group[] }) {
  const { format } = useShop();
  return (
    <ul className="cancel-parts">
      {groups.map(({ id, sellerName, lines, totals }) => (
        <li key={id}>
          <span>
            <strong>
              <bdi>{sellerName}</bdi>
            </strong>
            <span className="muted">
              <bdi>{format.list(lines.map(({ name }) => name))}</bdi>
            </span>
          </span>
          <strong className="digits">
            <bdi>{format.money(totals.total.amount)}</bdi>
          </strong>
        </li>
      ))}
    </ul>
  );
}
