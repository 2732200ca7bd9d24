import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { useGridText } from '../texts/grid-texts.ts';

/** Asks for confirmation before a page with unsaved edits is left or closed. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const t = useGridText();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      title={t('leave.title')}
      hint={t('leave.detail')}
      onClose={() => blocker.reset()}
      actions={
        <>
          <Button onPress={() => blocker.reset()}>{t('leave.stay')}</Button>
          <Button kind="danger" onPress={() => blocker.proceed()}>
            {t('leave.go')}
          </Button>
        </>
      }
    >
      {null}
    </Dialog>
  );
}
