import { orderName } from '../../../shared/domain/order-name.ts';
import { useBoardPart } from '../../data/board-context.tsx';
import { useRuleText } from '../../parts/use-rule-text.ts';
import { useChooseText } from '../../texts/choose-texts.ts';
import { useWords } from '../../texts/words.ts';
import styles from './bulk-dialog.module.css';
import type { BulkPlan } from './use-bulk-plan.ts';

interface BulkPreviewProps {
  plan: BulkPlan;
  driverName: string;
  all: number;
}

/** Which of the selected tasks will move, and why the others stay, before anything is done. */
export function BulkPreview({ plan, driverName, all }: BulkPreviewProps) {
  const t = useChooseText();
  const words = useWords();
  const { nameOf } = useRuleText();
  const drivers = useBoardPart(({ state }) => state.drivers);
  const { moving, kept, held, fixed } = plan;
  const stays = [
    ...kept.map(({ task, rule }) => ({
      task,
      why: t('bulk.notTaken', { driver: driverName, rule: nameOf(rule) }),
    })),
    ...held.map((task) => ({ task, why: t('bulk.has', { driver: driverName }) })),
    ...fixed.map(({ task, now }) => {
      if (now === null) return { task, why: t('bulk.gone') };
      const status = words(`status.${now.status}`);
      const driver = now.driverName ?? drivers.get(now.driverId ?? '')?.fullName;
      return {
        task,
        why: driver === undefined ? t('bulk.stays', { status }) : t('bulk.staysWith', { status, driver }),
      };
    }),
  ];
  return (
    <div className={styles.preview} data-testid="bulk-preview">
      <p role="status">{t('bulk.movable', { count: moving.length, all, driver: driverName })}</p>
      {stays.length === 0 ? null : (
        <ul className={styles.stays}>
          {stays.map(({ task, why }) => (
            <li key={task.taskId}>
              <bdi className="unbroken">{orderName(task)}</bdi>
              <span className={styles.detail}>{why}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
