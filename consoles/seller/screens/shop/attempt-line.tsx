import type { Attempt } from '../../data/webhooks.ts';
import { useIntegrationText } from '../../texts/integration-texts.ts';
import styles from './shop.module.css';

/** An answer with its status, or why there was none; the reason is the service's own, in English. */
export function AttemptLine({ attempt }: { attempt: Attempt }) {
  const t = useIntegrationText();
  const { httpStatus, durationMs, error } = attempt;
  if (httpStatus === null)
    return (
      <bdi dir="ltr" lang="en" className={styles.fault}>
        {error}
      </bdi>
    );
  return <span>{t('sent.answered', { status: String(httpStatus), ms: String(durationMs) })}</span>;
}
