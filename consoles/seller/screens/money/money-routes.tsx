import { useConsoleText } from '../../texts/console-texts.ts';

/** The pages below /money. */
export function MoneyRoutes() {
  const t = useConsoleText();
  return <h1>{t('nav.money')}</h1>;
}
