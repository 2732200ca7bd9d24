import { orderName } from '../../shared/domain/order-name.ts';
import { useFormats } from '../../shared/i18n/locale.tsx';
import { PlainButton } from '../../shared/ui/plain-button.tsx';
import { useAct, useServerNow } from '../data/driver-context.tsx';
import styles from '../parts/step.module.css';
import type { LocalTask } from '../tasks/local-task.ts';
import { useText } from '../texts/driver-texts.ts';

/** Goods change drivers once both have confirmed. */
export function HandOverStep({ local }: { local: LocalTask }) {
  const t = useText();
  const { countdown } = useFormats();
  const act = useAct();
  const now = useServerNow(1_000);
  const { handOver, id } = local.task;
  const orderNumber = orderName(local.task);
  if (handOver === null) return null;
  const { role, otherDriverName: name, otherConfirmed, expiresAt } = handOver;
  return (
    <>
      <p className={styles.name}>{t(role === 'GIVER' ? 'handOver.gives' : 'handOver.takes', { name })}</p>
      <p className={styles.hint}>
        {t('handOver.hint')} <span dir="ltr">{countdown((Date.parse(expiresAt) - now) / 1_000)}</span>
      </p>
      {otherConfirmed ? null : <p className={styles.hint}>{t('handOver.waitsOther', { name })}</p>}
      <PlainButton
        wide
        kind="primary"
        className={styles.big}
        onPress={() => void act({ kind: 'hand-over', taskId: id, orderNumber })}
      >
        {t('step.hand-over')}
      </PlainButton>
    </>
  );
}
