import { useFormats, useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { useZones } from '../../data/board-context.tsx';
import { useZoneText } from '../../texts/zone-texts.ts';
import type { ZonePreview } from './use-zone-actions.ts';
import styles from './zones-screen.module.css';

export interface ZonePreviewDialogProps {
  /** The zone's name in the form. */
  name: string;
  preview: ZonePreview;
  deletes: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Metres beyond which a zone was moved rather than adjusted. */
const FAR = 5_000;
/** Tasks listed by name; further ones are counted. */
const NAMED = 6;

/** Whether the effect of the change should be confirmed before it is saved. */
export function needsAsking({
  movedTaskCount,
  warningCount,
  movedMetres,
  outsideServiceArea,
}: ZonePreview): boolean {
  return movedTaskCount > 0 || warningCount > 0 || outsideServiceArea || (movedMetres ?? 0) > FAR;
}

/** Which tasks would move, before they do. */
export function ZonePreviewDialog({ name, preview, deletes, onConfirm, onClose }: ZonePreviewDialogProps) {
  const t = useZoneText();
  const shared = useSharedText();
  const { distance } = useFormats();
  const { locale } = useLocaleChoice();
  const zones = useZones();
  const { movedTasks, movedTaskCount, movedStoreCount, warnings, warningCount, driverCount } = preview;
  const nameOf = (id: string | null, isThis = false) =>
    isThis ? name : (zones.find((zone) => zone.id === id)?.name[locale] ?? t('zones.noZone'));
  const confirm = t(deletes ? 'zones.delete' : 'zones.save');
  return (
    <Dialog
      title={t(deletes ? 'zones.deleteAsk' : 'zones.saveAsk', { name })}
      hint={t('zones.undoHint')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared('cancel')}</Button>
          <Button kind={deletes ? 'danger' : 'primary'} onPress={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className={styles.preview} data-testid="zone-preview">
        {preview.outsideServiceArea ? <p>{t('zones.outsideArea')}</p> : null}
        {(preview.movedMetres ?? 0) > FAR ? (
          <p>{t('zones.movedFar', { distance: distance(preview.movedMetres ?? 0) })}</p>
        ) : null}
        <p>{t('zones.moved', { count: movedTaskCount })}</p>
        {movedTaskCount === 0 ? null : (
          <>
            <ul>
              {movedTasks
                .slice(0, NAMED)
                .map(({ taskId, orderNumber, store, fromZoneId, toZoneId, intoThis }) => (
                  <li key={taskId}>
                    <bdi>{orderNumber}</bdi> · <bdi>{store}</bdi>:{' '}
                    {t('zones.fromTo', { from: nameOf(fromZoneId), to: nameOf(toZoneId, intoThis) })}
                  </li>
                ))}
            </ul>
            <p className={styles.muted}>
              {movedTaskCount > NAMED ? <>{t('zones.more', { count: movedTaskCount - NAMED })} </> : null}
              {t('zones.stores', { count: movedStoreCount })}
            </p>
          </>
        )}
        {warningCount === 0 ? null : (
          <>
            <p>{t('zones.wouldWarn', { count: warningCount })}</p>
            <ul>
              {warnings.slice(0, NAMED).map(({ taskId, orderNumber, driverName }) => (
                <li key={taskId}>
                  <bdi>{orderNumber}</bdi> · <bdi>{driverName}</bdi>
                </li>
              ))}
            </ul>
          </>
        )}
        {driverCount === 0 ? null : <p>{t('zones.drivers', { count: driverCount })}</p>}
      </div>
    </Dialog>
  );
}
