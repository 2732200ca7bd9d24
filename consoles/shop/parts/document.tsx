import type { ReactNode } from 'react';
import type { Page } from '../../../server/storefront/page-models.ts';
import { Header } from './header.tsx';
import { descriptionOf, titleOf } from './page-titles.ts';
import { useShop } from './shop-context.tsx';
import { SITE_NAME } from './site-name.ts';
import { StructuredData } from './structured-data.tsx';

/** The whole page around its matter: head, header, footer. */
export function Document({ page, children }: { page: Page; children: ReactNode }) {
  const shop = useShop();
  const { locale, assets, origin, path, t } = shop;
  const title = titleOf(page, shop);
  const description = descriptionOf(page, shop);
  // What depends on the visitor, on words that were looked for, or is no page at all, is nothing for search engines.
  const isListed = page.kind === 'home' || page.kind === 'product' || isPlainList(page);
  return (
    <html lang={locale} dir={locale === 'ar' ? 'rtl' : 'ltr'} data-theme="auto">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="theme-color" content="#7d1538" />
        {isListed ? null : <meta name="robots" content="noindex" />}
        {origin !== null && isListed ? (
          <>
            <link rel="canonical" href={`${origin}/${locale}${path}`} />
            <link rel="alternate" hrefLang="ar" href={`${origin}/ar${path}`} />
            <link rel="alternate" hrefLang="en" href={`${origin}/en${path}`} />
            <link rel="alternate" hrefLang="x-default" href={`${origin}/en${path}`} />
            <meta property="og:url" content={`${origin}/${locale}${path}`} />
          </>
        ) : null}
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:site_name" content={SITE_NAME[locale]} />
        {assets.icon === null ? null : <link rel="icon" type="image/svg+xml" href={assets.icon} />}
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <script type="module" src={assets.script} />
        <StructuredData page={page} />
      </head>
      <body>
        <a className="skip" href="#content">
          {t('skipToContent')}
        </a>
        <Header query={page.kind === 'list' ? page.choices.q : null} />
        <main id="content">{children}</main>
        <footer className="footer">
          <p>{t('cashAtDoor')}</p>
          <p>{t('ownDrivers')}</p>
          <p>{t('footer')}</p>
        </footer>
      </body>
    </html>
  );
}

function isPlainList(page: Page): boolean {
  if (page.kind !== 'list' || page.of.kind === 'search') return false;
  const { q, sort, minPrice, maxPrice, inStock, options } = page.choices;
  return [q, sort, minPrice, maxPrice].every((choice) => choice === null) && !inStock && options.length === 0;
}
