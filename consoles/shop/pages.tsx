import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Frame, Page } from '../../server/storefront/page-models.ts';
import { CartPage } from './pages/cart-page.tsx';
import { HomePage } from './pages/home-page.tsx';
import { ListPage } from './pages/list-page.tsx';
import { ProblemPage } from './pages/problem-page.tsx';
import { ProductPage } from './pages/product-page.tsx';
import { Document } from './parts/document.tsx';
import { ShopProvider } from './parts/shop-context.tsx';

/** The whole document of a page. Called by the server, which knows this function alone. */
export function renderPage(page: Page, frame: Frame): string {
  const document = (
    <ShopProvider frame={frame}>
      <Document page={page}>{bodyOf(page)}</Document>
    </ShopProvider>
  );
  return `<!doctype html>${renderToStaticMarkup(document)}`;
}

function bodyOf(page: Page): ReactNode {
  switch (page.kind) {
    case 'home':
      return <HomePage page={page} />;
    case 'list':
      return <ListPage page={page} />;
    case 'product':
      return <ProductPage page={page} />;
    case 'cart':
      return <CartPage page={page} />;
    case 'problem':
      return <ProblemPage page={page} />;
  }
}
