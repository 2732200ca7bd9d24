import type { Cart } from './cart.ts';
import type { Routes } from './routes.ts';

export function cartRoutes(routes: Routes, cart: Cart): void {
  routes.own('/cart', async ({ visit, res, search }) => ({
    page: await cart.page(visit, res, search.get('said')),
  }));
  routes.form('/cart/items', async ({ visit, res, values, key }) => ({
    to: `/cart?said=${await cart.add(visit, res, values, key)}`,
  }));
  routes.form('/cart/items/:id', async ({ visit, res, params: { id = '' }, values }) => ({
    to: `/cart?said=${await cart.change(visit, res, id, values)}`,
  }));
}
