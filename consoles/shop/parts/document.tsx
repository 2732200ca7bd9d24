import type { Page } from '../../../server/storefront/page-models.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { MergedNotice } from './merged-notice.tsx';
import type { PageView } from './page-view.ts';
import { useShop } from './shop-context.tsx';
import { SITE_NAME } from './site-name.ts';
import { SocialPicture } from './social-picture.tsx';
import { StructuredData } from './structured-data.tsx';

const OG_LOCALES = { en: 'en_QA', ar: 'ar_QA' } as const;

/** The whole page around its content: head, header, footer. */
export function Document({ page, view }: { page: Page; view: PageView<Page> }) {
  const shop = useShop();
  const { locale, assets, origin, path, t } = shop;
  const site = SITE_NAME[locale];
  const called = view.title(page, shop);
  const title = page.kind === 'home' ? `${site} – ${called}` : `${called} – ${site}`;
  const description = view.description?.(page, shop) ?? t('tagline');
  const isListed = view.isListed?.(page) ?? false;
  // Structured data requires absolute URLs.
  const data = origin === null ? null : view.data?.(page, shop, (at) => `${origin}${shop.to(at)}`);
  return (
    <html lang={locale} dir={locale === 'ar' ? 'rtl' : 'ltr'} data-theme="auto" data-fonts="late">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="theme-color" content="#7d1538" />
        <link rel="manifest" href={`/${locale}/app.webmanifest`} />
        {assets.touchIcon === null ? null : <link rel="apple-touch-icon" href={assets.touchIcon} />}
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
        <meta property="og:locale" content={OG_LOCALES[locale]} />
        <meta property="og:locale:alternate" content={OG_LOCALES[locale === 'ar' ? 'en' : 'ar']} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:site_name" content={site} />
        <meta property="og:type" content={page.kind === 'product' ? 'product' : 'website'} />
        {origin === null ? null : <SocialPicture origin={origin} picture={view.picture?.(page) ?? null} />}
        {assets.icon === null ? null : <link rel="icon" type="image/svg+xml" href={assets.icon} />}
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <script type="module" src={assets.script} />
        {data == null ? null : <StructuredData data={data} />}
      </head>
      <body>
        <a className="skip" href="#content">
          {t('skipToContent')}
        </a>
        <Header query={view.query?.(page) ?? null} shelf={view.shelf?.(page) ?? null} />
        <main id="content">
          <MergedNotice />
          <view.Body page={page} />
        </main>
        <p className="visually-hidden" role="status" data-announce />
        <Footer />
      </body>
    </html>
  );
}
