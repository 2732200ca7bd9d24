import { useConsoleText } from '../../texts/console-texts.ts';

/** The pages below /stock. */
export function StockRoutes() {
  const t = useConsoleText();
  return <h1>{t('nav.stock')}</h1>;
}
