import { type Request, type Response, Router } from 'express';
import { WaslError } from '../../actors/errors.ts';
import type { AddressBudgets } from '../kernel/http/address-budgets.ts';
import { notFound } from '../kernel/http/not-found.ts';
import type { Locale } from '../kernel/texts/locale.ts';
import type { BuiltPages } from './built-pages.ts';
import { pagePolicy } from './page-policy.ts';
import type { Sitemaps } from './sitemaps.ts';
import { visitOf } from './visit.ts';

export interface SiteFileOptions {
  locales: readonly Locale[];
  budgets: AddressBudgets;
  /** Without a trailing slash; null if not configured. */
  publicOrigin: string | null;
  sitemaps: Sitemaps;
  /** Throws common.NOT_FOUND if the pages have not been built. */
  built(): Promise<BuiltPages>;
}

/** Names of the installed web app. */
const APP: Readonly<Record<Locale, { name: string; short: string; description: string }>> = {
  en: { name: 'Wasl – shops of Qatar', short: 'Wasl', description: 'Shops of Qatar, brought to your door.' },
  ar: { name: 'وصل – متاجر قطر', short: 'وصل', description: 'متاجر قطر تصل إلى بابك.' },
};
const NOT_FOR_ROBOTS = [
  '/api/',
  '/*/cart',
  '/*/search',
  '/*/checkout',
  '/*/account',
  '/*/orders',
  '/*/sign-in',
];
const BUILT_WORKER = 'worker.js';

/** Files that browsers and search engines request besides pages. */
export function siteFiles({ locales, budgets, publicOrigin, sitemaps, built }: SiteFileOptions): Router {
  const router = Router({ strict: true });

  router.get('/robots.txt', (_, res) => {
    const lines = ['User-agent: *', ...NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}`)];
    if (publicOrigin !== null) lines.push(`Sitemap: ${publicOrigin}/sitemap.xml`);
    res.type('text/plain').send(`${lines.join('\n')}\n`);
  });

  const sitemap = (text: (req: Request, origin: string) => Promise<string>) => {
    return async (req: Request, res: Response) => {
      await budgets.spend(req, 'browse');
      // Sitemaps need absolute URLs.
      if (publicOrigin === null) throw notFound('sitemap: PUBLIC_ORIGIN is not set');
      res.setHeader('Cache-Control', 'public, max-age=600');
      res.type('application/xml').send(await text(req, publicOrigin));
    };
  };
  router.get(
    '/sitemap.xml',
    sitemap((req, origin) => sitemaps.index(visitOf(req, 'en', budgets).visitor, origin)),
  );
  router.get(
    '/sitemaps/:part.xml',
    sitemap((req, origin) => {
      const { from } = req.query;
      const part = String(req.params.part);
      return sitemaps.part(
        visitOf(req, 'en', budgets).visitor,
        origin,
        part,
        typeof from === 'string' ? from : null,
      );
    }),
  );

  for (const locale of locales) {
    router.get(`/${locale}/app.webmanifest`, async (_, res) => {
      const { icons } = await built();
      res.setHeader('Cache-Control', 'no-cache');
      res.type('application/manifest+json').send(JSON.stringify(appManifest(locale, icons)));
    });
  }

  // At the root, so that its scope covers the pages of both languages.
  router.get('/shop-worker.js', pagePolicy, async (_, res) => {
    const { files, version } = await built();
    const worker = files.find(BUILT_WORKER);
    if (worker === null) throw new WaslError('common.NOT_FOUND', { detail: 'The storefront has no worker.' });
    // The version changes the text, which makes browsers install the new worker.
    const text = `const VERSION=${JSON.stringify(version)};\n${files.content(worker, null).toString()}`;
    res.setHeader('Cache-Control', 'no-cache');
    res.type('text/javascript').send(text);
  });
  return router;
}

function appManifest(locale: Locale, icons: BuiltPages['icons']): object {
  const { name, short, description } = APP[locale];
  return {
    ...{ lang: locale, dir: locale === 'ar' ? 'rtl' : 'ltr', name, short_name: short, description },
    ...{ id: '/', start_url: `/${locale}`, scope: '/', display: 'standalone' },
    ...{ background_color: '#f5f3ee', theme_color: '#7d1538', categories: ['shopping'] },
    icons: icons.map(({ name: icon, address }) => {
      const [purpose = '', size = ''] = icon.split('-');
      const use = purpose === 'maskable' ? 'maskable' : 'any';
      return { src: address, sizes: `${size}x${size}`, type: 'image/png', purpose: use };
    }),
  };
}
