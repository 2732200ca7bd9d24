import { AppFrame } from '../shared/ui/app-frame.tsx';
import { useText } from './texts.ts';

export function DriverShell() {
  const t = useText();
  return (
    <AppFrame console={t('console.name')}>
      <h1>{t('console.name')}</h1>
    </AppFrame>
  );
}
