import { Route, Routes } from 'react-router';
import { ScreenPages } from '../../parts/screen-pages.tsx';
import { useProductText } from '../../texts/product-texts.ts';
import { OfferGrid } from './offer-grid.tsx';
import { ProductEditor } from './product-editor.tsx';
import { Shelf } from './shelf.tsx';

const PAGES = [
  { path: '/products', text: 'products.list' },
  { path: '/products/grid', text: 'products.grid' },
  { path: '/products/new', text: 'products.new' },
] as const;

/** The pages below /products. */
export function ProductsRoutes() {
  const t = useProductText();
  return (
    <ScreenPages
      title={t('products.title')}
      label={t('products.pages')}
      pages={PAGES.map(({ path, text }) => ({ path, text: t(text) }))}
      testId="screen-products"
    >
      <Routes>
        <Route path="grid" element={<OfferGrid />} />
        <Route path="new" element={<ProductEditor key="new" />} />
        <Route path=":id" element={<ProductEditor />} />
        <Route path="*" element={<Shelf />} />
      </Routes>
    </ScreenPages>
  );
}
