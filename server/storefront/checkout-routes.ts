import type { Checkout } from './checkout.ts';
import type { Routes } from './routes.ts';

export function checkoutRoutes(routes: Routes, checkout: Checkout): void {
  routes.own('/checkout', (asked) => checkout.start(asked));
  routes.form('/checkout', (sent) => checkout.begin(sent), { once: true });
  routes.own('/checkout/:id', (asked) => checkout.show(asked));
  routes.form('/checkout/:id', (sent) => checkout.change(sent));
}
