import type { Browse } from './browse.ts';
import type { Routes } from './routes.ts';

export function browseRoutes(routes: Routes, browse: Browse): void {
  routes.everybodys('/', ({ visit: { visitor } }) => browse.home(visitor));
  routes.everybodys('/search', ({ visit: { visitor }, search }) => browse.search(visitor, search));
  routes.everybodys('/c/:slug', ({ visit: { visitor }, params: { slug = '' }, search }) =>
    browse.category(visitor, slug, search),
  );
  routes.everybodys('/s/:id', ({ visit: { visitor }, params: { id = '' }, search }) =>
    browse.seller(visitor, id, search),
  );
  routes.everybodys('/p/:id', ({ visit: { visitor }, params: { id = '' }, search }) =>
    browse.product(visitor, id, search.get('variant')),
  );
}
