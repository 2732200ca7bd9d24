import { EllipsisVertical } from 'lucide-react';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { Menu, MenuItem } from '../../../shared/ui/menu.tsx';
import type { BoardTask } from '../../board/board-types.ts';
import { lookOf } from '../../board/task-look.ts';
import { leadActions, type PanelAction } from '../../data/lead-actions.ts';
import type { DispatchTask, TaskAction } from '../../data/task-actions.ts';
import { useTaskText } from '../../texts/task-texts.ts';
import styles from './task-panel.module.css';

export interface TaskActionsProps {
  data: DispatchTask;
  task: BoardTask;
  onAction(action: TaskAction, task: BoardTask): void;
  onWhy(task: BoardTask): void;
}

/** The most fitting action, one more, and the rest in a menu: always in one row. */
export function TaskActions({ data, task, onAction, onWhy }: TaskActionsProps) {
  const t = useTaskText();
  const { first, second, rest } = leadActions(data);
  const textOf = (action: PanelAction) =>
    action === 'why' ? t(task.driverId === null ? 'panel.whyNobody' : 'panel.why') : t(`action.${action}`);
  const run = (action: PanelAction) => (action === 'why' ? onWhy(task) : onAction(action, task));
  const kind = lookOf(data.status) === 'ended' && first !== 'confirm-return' ? 'secondary' : 'primary';
  return (
    <div className={styles.actions}>
      {first === null ? null : (
        <Button kind={kind} className={styles.lead} onPress={() => run(first)}>
          {textOf(first)}
        </Button>
      )}
      {second === null ? null : (
        <Button className={styles.lead} onPress={() => run(second)}>
          {textOf(second)}
        </Button>
      )}
      {rest.length === 0 ? null : (
        <Menu
          label={t('panel.more')}
          trigger={
            <IconButton
              kind="secondary"
              label={t('panel.more')}
              icon={<EllipsisVertical aria-hidden size={18} />}
            />
          }
          onAction={(key) => run(key as PanelAction)}
        >
          {rest.map((action) => (
            <MenuItem key={action} id={action}>
              {textOf(action)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  );
}
