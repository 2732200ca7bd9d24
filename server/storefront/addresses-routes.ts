import { ADDRESS_BOOK, type Addresses } from './addresses.ts';
import type { Routes } from './routes.ts';

export function addressRoutes(routes: Routes, addresses: Addresses): void {
  routes.own(ADDRESS_BOOK, async (asked) => ({ page: await addresses.list(asked) }));
  routes.own(`${ADDRESS_BOOK}/new`, async (asked) => ({ page: await addresses.blank(asked) }));
  routes.form(`${ADDRESS_BOOK}/new`, (sent) => addresses.save(sent, null));
  routes.own(`${ADDRESS_BOOK}/:id`, async (asked) => ({ page: await addresses.edit(asked) }));
  routes.form(`${ADDRESS_BOOK}/:id`, (sent) => addresses.save(sent, sent.params.id ?? ''));
  routes.form(`${ADDRESS_BOOK}/:id/remove`, (sent) => addresses.remove(sent));
  routes.form(`${ADDRESS_BOOK}/:id/default`, (sent) => addresses.prefer(sent));
}
