import { useState } from 'react';
import { orderName } from '../../shared/domain/order-name.ts';
import { PlainButton } from '../../shared/ui/plain-button.tsx';
import { useAct } from '../data/driver-context.tsx';
import stepStyles from '../parts/step.module.css';
import taskStyles from '../parts/task.module.css';
import type { LocalTask } from '../tasks/local-task.ts';
import { useText } from '../texts/driver-texts.ts';

/** The driver checks every item before confirming the pickup. */
export function PickUpStep({ local }: { local: LocalTask }) {
  const t = useText();
  const act = useAct();
  const [checked, setChecked] = useState<ReadonlySet<number>>(new Set());
  const { goods, id } = local.task;
  const orderNumber = orderName(local.task);
  const missing = goods.length - checked.size;
  const check = (index: number) => {
    const next = new Set(checked);
    if (!next.delete(index)) next.add(index);
    setChecked(next);
  };
  return (
    <>
      <fieldset className={stepStyles.group}>
        <legend>{t('items.title')}</legend>
        {goods.map(({ name, quantity }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have one name, and lines never move.
          <label key={index} className={stepStyles.item}>
            <input type="checkbox" checked={checked.has(index)} onChange={() => check(index)} />
            <span className={taskStyles.quantity}>{t('items.quantity', { count: quantity })}</span>
            <bdi>{name}</bdi>
          </label>
        ))}
      </fieldset>
      <PlainButton
        wide
        kind="primary"
        className={stepStyles.big}
        isDisabled={missing > 0}
        onPress={() => void act({ kind: 'pick-up', taskId: id, orderNumber })}
      >
        {missing > 0 ? t('step.pick-up.check', { count: missing }) : t('step.pick-up')}
      </PlainButton>
    </>
  );
}
