import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Menu, MenuItem, Popover } from 'react-aria-components';
import { dataOf } from '../../../shared/api/client.ts';
import { orderName } from '../../../shared/domain/order-name.ts';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import type { BoardTask } from '../../board/board-types.ts';
import { keys } from '../../data/fresh-queries.ts';
import { actionsFor, type TaskAction } from '../../data/task-actions.ts';
import { useTaskText } from '../../texts/task-texts.ts';
import styles from './task-menu.module.css';

export interface TaskMenuProps {
  task: BoardTask;
  at: { x: number; y: number };
  onAction(action: TaskAction, task: BoardTask): void;
  onWhy(task: BoardTask): void;
  onClose(): void;
}

/** All actions possible for a task now, at the pointer or the row. */
export function TaskMenu({ task, at, onAction, onWhy, onClose }: TaskMenuProps) {
  const t = useTaskText();
  const shared = useSharedText();
  const api = useApi();
  const anchor = useRef<HTMLSpanElement>(null);
  const { data } = useQuery({
    queryKey: keys.task(task.taskId),
    queryFn: () => dataOf(api.GET('/dispatch/tasks/{id}', { params: { path: { id: task.taskId } } })),
  });
  useEffect(() => {
    anchor.current?.style.setProperty('inset', `${at.y}px auto auto ${at.x}px`);
  }, [at]);
  const items = [
    ...(data === undefined
      ? []
      : actionsFor(data).map((action) => ({ id: action as string, text: t(`action.${action}`) }))),
    { id: 'why', text: t(task.driverId === null ? 'panel.whyNobody' : 'panel.why') },
  ];
  return (
    <>
      <span ref={anchor} className={styles.anchor} aria-hidden />
      <Popover
        triggerRef={anchor}
        isOpen
        placement="bottom start"
        className={styles.popover ?? ''}
        onOpenChange={(open) => !open && onClose()}
      >
        <Menu
          aria-label={orderName(task)}
          className={styles.menu ?? ''}
          autoFocus="first"
          items={items}
          dependencies={[items.length]}
          onAction={(key) => {
            onClose();
            if (key === 'why') onWhy(task);
            else onAction(key as TaskAction, task);
          }}
        >
          {({ id, text }) => (
            <MenuItem id={id} textValue={text} className={styles.item ?? ''}>
              {text}
            </MenuItem>
          )}
        </Menu>
        {data === undefined ? <p className={styles.loading}>{shared('loading')}</p> : null}
      </Popover>
    </>
  );
}
