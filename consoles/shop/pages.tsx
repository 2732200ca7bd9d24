import { renderToStaticMarkup } from 'react-dom/server';
import type { Frame, Page } from '../../server/storefront/page-models.ts';
import { accountViews } from './pages/account/account-views.ts';
import { addressViews } from './pages/addresses/address-views.ts';
import { browseViews } from './pages/browse/browse-views.ts';
import { cartViews } from './pages/cart/cart-views.ts';
import { checkoutViews } from './pages/checkout/checkout-views.ts';
import { ordersViews } from './pages/orders/orders-views.ts';
import { ProblemPage, problemTitle } from './pages/problem-page.tsx';
import { signInViews } from './pages/sign-in/sign-in-views.ts';
import { StaleFormPage } from './pages/stale-form-page.tsx';
import { Document } from './parts/document.tsx';
import type { PageView, PageViews } from './parts/page-view.ts';
import { ShopProvider } from './parts/shop-context.tsx';

const VIEWS: PageViews<Page> = {
  ...accountViews,
  ...browseViews,
  ...cartViews,
  ...signInViews,
  'stale-form': { Body: StaleFormPage, title: (_, { t }) => t('staleTitle') },
  ...ordersViews,
  ...checkoutViews,
  ...addressViews,
  problem: { Body: ProblemPage, title: problemTitle },
};

/** Renders a page's whole document. The only function the server calls. */
export function renderPage(page: Page, frame: Frame): string {
  // The key guarantees that the view fits the page's kind.
  const view = VIEWS[page.kind] as PageView<Page>;
  const document = view.isFragment ? (
    <ShopProvider frame={frame}>
      <view.Body page={page} />
    </ShopProvider>
  ) : (
    <ShopProvider frame={frame}>
      <Document page={page} view={view} />
    </ShopProvider>
  );
  return (view.isFragment ? '' : '<!doctype html>') + renderToStaticMarkup(document);
}
