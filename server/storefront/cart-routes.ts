import type { Cart } from './cart.ts';
import type { Routes } from './routes.ts';

export function cartRoutes(routes: Routes, cart: Cart): void {
  routes.own('/cart', async (asked) => ({ page: await cart.page(asked) }));
  routes.form('/cart/items', async (sent) => ({ to: `/cart?said=${await cart.add(sent)}` }));
  routes.form('/cart/items/:id', async (sent) => ({ to: `/cart?said=${await cart.change(sent)}` }));
}
