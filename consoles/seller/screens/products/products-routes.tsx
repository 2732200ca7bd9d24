import { NavLink, Route, Routes } from 'react-router';
import { useProductText } from '../../texts/product-texts.ts';
import { OfferGrid } from './offer-grid.tsx';
import { ProductEditor } from './product-editor.tsx';
import styles from './products.module.css';
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
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1 className={styles.title}>{t('products.title')}</h1>
        <nav aria-label={t('products.pages')}>
          <ul className={styles.pages}>
            {PAGES.map(({ path, text }) => (
              <li key={path}>
                <NavLink to={path} end className={styles.page ?? ''}>
                  {t(text)}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <Routes>
        <Route path="grid" element={<OfferGrid />} />
        <Route path="new" element={<ProductEditor key="new" />} />
        <Route path=":id" element={<ProductEditor />} />
        <Route path="*" element={<Shelf />} />
      </Routes>
    </div>
  );
}
