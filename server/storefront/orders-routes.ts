import { WaslError } from '../../actors/errors.ts';
import type { Orders } from './orders.ts';
import type { OrderSaid } from './orders-page-models.ts';
import type { MapSources } from './page-policy.ts';
import { mapPolicy } from './page-policy.ts';
import type { Asked, Outcome, Routes } from './routes.ts';
import { cartCookies } from './visit.ts';

export function ordersRoutes(routes: Routes, orders: Orders, map: MapSources): void {
  const policy = mapPolicy(map);
  routes.own('/orders', async ({ visit: { visitor }, search }) => ({
    page: await orders.list(visitor, search.get('cursor')),
  }));
  routes.own('/orders/:id', async ({ visit: { visitor }, params: { id = '' }, search, req, res }) => {
    const page = await orders.page(visitor, id, search.get('said'));
    // Only pages that may show a map allow its resources.
    policy(req, res, () => {});
    return { page };
  });
  routes.own('/orders/:id/cancel', async ({ visit: { visitor }, params: { id = '' } }) => {
    const page = await orders.cancelPage(visitor, id);
    return typeof page === 'string' ? saidOf(id, page) : { page };
  });
  routes.form('/orders/:id/cancel', async ({ visit: { visitor }, params: { id = '' }, values, key }) =>
    saidOf(id, await cancelled(orders.cancel(visitor, id, values, key))),
  );
  routes.form('/orders/:id/reorder', async ({ visit, params: { id = '' }, key }) => {
    const { missing, cart } = await orders.reorder(visit.visitor, id, key);
    visit.cookies.push(...cartCookies(cart));
    return { to: missing === '' ? '/cart?said=reordered' : `/orders/${id}/reordered?missing=${missing}` };
  });
  routes.own('/orders/:id/reordered', async ({ visit: { visitor }, params: { id = '' }, search }) => ({
    page: await orders.reordered(visitor, id, search.get('missing')),
  }));
  routes.own('/orders/:id/invoice', (asked) => sendInvoice(asked, orders, 'text/html'));
  routes.own('/orders/:id/invoice.pdf', (asked) => sendInvoice(asked, orders, 'application/pdf'));
}

function saidOf(id: string, said: OrderSaid): Outcome {
  return { to: `/orders/${id}?said=${said}` };
}

/** If a shop accepted in the meantime, that is not an error: the order's page says so. */
async function cancelled(work: Promise<OrderSaid>): Promise<OrderSaid> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof WaslError && error.code === 'order.INVALID_STATE') return 'too-late';
    throw error;
  }
}

async function sendInvoice(
  { visit, params: { id = '' }, req, res }: Asked,
  orders: Orders,
  type: 'text/html' | 'application/pdf',
): Promise<Outcome> {
  const { text, headers } = await orders.invoice(visit.visitor, id, type);
  for (const cookie of visit.cookies) res.append('Set-Cookie', cookie);
  res.set(headers);
  res.setHeader('Cache-Control', 'private, no-store');
  res.setHeader('Content-Type', type === 'text/html' ? `${type}; charset=utf-8` : type);
  res.setHeader('Content-Length', Buffer.byteLength(text ?? ''));
  res.status(200).end(req.method === 'HEAD' ? undefined : text);
  return 'answered';
}
