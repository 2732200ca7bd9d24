import { useConsoleText } from '../../texts/console-texts.ts';

/** The pages below /files. */
export function FilesRoutes() {
  const t = useConsoleText();
  return <h1>{t('nav.files')}</h1>;
}
