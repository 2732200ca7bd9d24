import { useConsoleText } from '../../texts/console-texts.ts';

/** The pages below /products. */
export function ProductsRoutes() {
  const t = useConsoleText();
  return <h1>{t('nav.products')}</h1>;
}
