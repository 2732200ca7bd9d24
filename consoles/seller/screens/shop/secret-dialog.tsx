import { Dialog } from '../../../shared/ui/dialog.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { useIntegrationText } from '../../texts/integration-texts.ts';

/** A new secret, shown once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  const t = useIntegrationText();
  return (
    <Dialog title={t('secret.title')} hint={t('secret.hint')} onClose={onClose}>
      <ShownOnce text={secret} testId="webhook-secret" onKept={onClose} />
    </Dialog>
  );
}
