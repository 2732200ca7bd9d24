import type { Translate } from '../../shared/i18n/define-texts.ts';
import type { Formats } from '../../shared/i18n/formats.ts';
import type { TaskRow } from '../board/select-tasks.ts';
import { slipOf } from '../board/task-look.ts';
import type { boardTexts } from '../texts/board-texts.ts';

/** The one time that matters for a task in its state. `placeOf` sorts a section's rows by it. */
export function taskTime(
  { task, section }: Pick<TaskRow, 'task' | 'section'>,
  now: number,
  t: Translate<typeof boardTexts>,
  { duration, delay, time }: Pick<Formats, 'duration' | 'delay' | 'time'>,
): string {
  const since = (moment: string) => duration(Math.max(0, now - Date.parse(moment)) / 1_000);
  switch (section) {
    case 'late':
    case 'risk': {
      const { by, expected } = slipOf(task, now);
      if (by >= 0) return delay(by / 1_000);
      return t(expected ? 'row.spare' : 'row.left', { time: duration(-by / 1_000) });
    }
    case 'waiting':
      return t('row.waits', { time: since(task.waitingSince ?? task.createdAt) });
    case 'underWay':
      return task.dropoffEta === null
        ? t('row.due', { time: time(task.dueBy) })
        : t('row.arrives', { time: time(task.dropoffEta) });
    case 'failed':
      return task.failedAt === null ? '' : t('row.undecided', { time: since(task.failedAt) });
    case 'returning':
      return task.failedAt === null ? '' : t('row.failedAt', { time: time(task.failedAt) });
    case 'ended':
      return t('row.ended', { time: time(task.endedAt ?? task.dueBy) });
  }
}
