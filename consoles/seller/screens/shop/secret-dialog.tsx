import { notify } from '../../../shared/notices/notices.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { useIntegrationText } from '../../texts/integration-texts.ts';
import styles from './shop.module.css';

/** A new secret, shown once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  const t = useIntegrationText();
  return (
    <Dialog title={t('secret.title')} hint={t('secret.hint')} onClose={onClose}>
      <p className={styles.link} data-testid="webhook-secret">
        <bdi dir="ltr">{secret}</bdi>
      </p>
      <div className={styles.buttons}>
        <Button
          kind="primary"
          onPress={() =>
            void navigator.clipboard
              .writeText(secret)
              .then(() => notify({ tone: 'success', title: t('secret.copied') }))
          }
        >
          {t('secret.copy')}
        </Button>
      </div>
    </Dialog>
  );
}
