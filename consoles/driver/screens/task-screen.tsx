import { PackageX } from 'lucide-react';
import { orderName } from '../../shared/domain/order-name.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useLocalTasks, useView } from '../data/driver-context.tsx';
import { ScreenTitle } from '../parts/screen-title.tsx';
import { useText } from '../texts/driver-texts.ts';
import { TaskPanel } from './task-panel.tsx';

export function TaskScreen({ taskId }: { taskId: string }) {
  const t = useText();
  const { tasks } = useView();
  const local = useLocalTasks().find(({ task }) => task.id === taskId);
  return (
    <>
      <ScreenTitle back={{ screen: 'work' }}>
        {local === undefined ? t('nav.work') : t('task.order', { number: orderName(local.task) })}
      </ScreenTitle>
      {tasks === null ? (
        <Skeleton lines={6} />
      ) : local === undefined ? (
        <EmptyState icon={PackageX} title={t('task.gone.title')}>
          {t('task.gone.hint')}
        </EmptyState>
      ) : (
        <TaskPanel key={taskId} local={local} />
      )}
    </>
  );
}
