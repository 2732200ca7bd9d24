import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { PlainButton } from '../../shared/ui/plain-button.tsx';
import { Sheet } from '../parts/sheet.tsx';
import stepStyles from '../parts/step.module.css';
import { useText } from '../texts/driver-texts.ts';

/** Asks for confirmation before a shift ends. */
export function EndShiftSheet({ busy, onClose, onEnd }: { busy: boolean; onClose(): void; onEnd(): void }) {
  const t = useText();
  const shared = useSharedText();
  const end = () => {
    onEnd();
    onClose();
  };
  return (
    <Sheet
      title={t('shift.end.confirm')}
      onClose={onClose}
      actions={
        <>
          <PlainButton wide kind="danger" className={stepStyles.big} onPress={end}>
            {t('shift.end')}
          </PlainButton>
          <PlainButton wide onPress={onClose}>
            {shared('cancel')}
          </PlainButton>
        </>
      }
    >
      <p>{t('shift.end.hint')}</p>
      {busy ? <Banner tone="warning">{t('todo.work')}</Banner> : null}
    </Sheet>
  );
}
