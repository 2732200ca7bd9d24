import type { Browse } from './browse.ts';
import { localPath } from './local-path.ts';
import type { Routes } from './routes.ts';
import { zoneCookie, zoneIn, zoneOf } from './zone.ts';

export function browseRoutes(routes: Routes, browse: Browse): void {
  routes.everybodys('/', ({ visit: { visitor } }) => browse.home(visitor));
  routes.everybodys('/search', ({ visit: { visitor }, search }) => browse.search(visitor, search));
  routes.everybodys('/search/suggest', ({ visit: { visitor }, search }) =>
    browse.suggestions(visitor, search),
  );
  routes.everybodys('/c', ({ visit: { visitor } }) => browse.categories(visitor));
  routes.everybodys('/c/:slug', ({ visit: { visitor }, params: { slug = '' }, search }) =>
    browse.category(visitor, slug, search),
  );
  routes.everybodys('/s/:id', ({ visit: { visitor }, params: { id = '' }, search }) =>
    browse.seller(visitor, id, search),
  );
  routes.everybodys('/p/:id', ({ visit: { visitor }, params: { id = '' }, search, req }) =>
    browse.product(visitor, id, search.get('variant'), zoneOf(req)),
  );
  routes.own('/preview', async ({ visit: { visitor }, search, req }) => ({
    page: await browse.preview(visitor, search.get('key') ?? '', search.get('variant'), zoneOf(req)),
    isSecret: true,
  }));
  // Not kept like the catalogue's pages: what is given out is read from a folder, whose changes nobody announces.
  routes.own('/apps', async ({ visit: { visitor } }) => ({ page: await browse.apps(visitor) }));
  routes.everybodys('/offline', ({ visit: { visitor } }) => browse.offline(visitor));
  // GET is acceptable here, since it only sets a cookie.
  routes.own('/zone', async ({ search, res }) => {
    res.append('Set-Cookie', zoneCookie(zoneIn(search.get('zone'))));
    return { to: localPath(search.get('to')) };
  });
}
