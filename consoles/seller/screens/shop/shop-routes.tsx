import { useConsoleText } from '../../texts/console-texts.ts';

/** The pages below /shop. */
export function ShopRoutes() {
  const t = useConsoleText();
  return <h1>{t('nav.shop')}</h1>;
}
