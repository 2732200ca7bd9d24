import type { Translate } from '../../shared/i18n/define-texts.ts';
import type { Formats } from '../../shared/i18n/formats.ts';
import type { TaskRow } from '../board/select-tasks.ts';
import type { boardTexts } from '../texts/board-texts.ts';

/** The one time that matters of a task, by where it stands. */
export function taskTime(
  { task, section }: Pick<TaskRow, 'task' | 'section'>,
  now: number,
  t: Translate<typeof boardTexts>,
  { duration, time }: Pick<Formats, 'duration' | 'time'>,
): string {
  const left = (Date.parse(task.dueBy) - now) / 1_000;
  switch (section) {
    case 'late':
      return t('row.late', { time: duration(Math.max(0, -left)) });
    case 'risk':
      return t('row.left', { time: duration(Math.max(0, left)) });
    case 'waiting': {
      const since = Date.parse(task.waitingSince ?? task.createdAt);
      return t('row.waits', { time: duration(Math.max(0, (now - since) / 1_000)) });
    }
    case 'underWay':
      return task.dropoffEta === null
        ? t('row.due', { time: time(task.dueBy) })
        : t('row.arrives', { time: time(task.dropoffEta) });
    case 'ended':
      return t('row.ended', { time: time(task.endedAt ?? task.dueBy) });
    default:
      return t('row.due', { time: time(task.dueBy) });
  }
}
