import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useWidth } from '../../../shared/ui/use-width.ts';
import type { TaskList as Tasks } from '../../board/select-tasks.ts';
import type { Section } from '../../board/task-look.ts';
import { useBoardText } from '../../texts/board-texts.ts';
import { useWords } from '../../texts/words.ts';
import { beginTaskDrag } from './drag-tasks.ts';
import styles from './task-list.module.css';
import { TaskRow } from './task-row.tsx';

export interface TaskListProps {
  list: Tasks;
  now: number;
  /** The selected task. */
  selected: string | null;
  /** Tasks marked for a bulk action. */
  marked: ReadonlySet<string>;
  onSelect(taskId: string | null, how: 'push' | 'replace'): void;
  onMark(taskIds: readonly string[], marked: boolean): void;
  onMenu(taskId: string, at: { x: number; y: number }): void;
  /** A key pressed for a task: a to assign, w for why, m for the menu. */
  onKey(key: string, taskId: string): void;
}

type Item = { kind: 'section'; section: Section; count: number } | { kind: 'task'; index: number };

const ROW = 56;
/** Height in pixels of a row in columns. */
const LINE = 38;
/** Width in pixels from which a row has space for columns. */
const WIDE = 860;
const HEAD = 32;
const PAGE = 8;
const idOf = (taskId: string) => `task-${taskId}`;

/** All tasks in sections, most urgent first. Virtualised: only visible rows are rendered. */
export const TaskList = memo(function TaskList(props: TaskListProps) {
  const { list, now, selected, marked, onSelect, onMark, onMenu, onKey } = props;
  const t = useBoardText();
  const words = useWords();
  const { number } = useFormats();
  const scroller = useRef<HTMLDivElement>(null);
  const lastMarked = useRef<number | null>(null);
  const { rows } = list;
  const columns = useWidth(scroller) >= WIDE;
  const items = useMemo(() => itemsOf(list), [list]);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index]?.kind === 'section' ? HEAD : columns ? LINE : ROW),
    getItemKey: (index) => keyOf(items[index], rows),
    overscan: 6,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes that were reckoned with other rows are forgotten.
  useLayoutEffect(() => virtual.measure(), [columns]);
  const current = rows.findIndex(({ task }) => task.taskId === selected);

  // Scrolls only when another task is selected, never because the list changed under the reader.
  const latest = useRef({ items, rows, virtual });
  latest.current = { items, rows, virtual };
  useEffect(() => {
    if (selected === null) return;
    const index = latest.current.items.findIndex(
      (item) => item.kind === 'task' && latest.current.rows[item.index]?.task.taskId === selected,
    );
    if (index >= 0) latest.current.virtual.scrollToIndex(index, { align: 'auto' });
  }, [selected]);

  const go = (to: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, to))];
    if (row !== undefined) onSelect(row.task.taskId, 'replace');
  };
  const mark = (index: number, range: boolean) => {
    const row = rows[index];
    if (row === undefined) return;
    const from = range ? (lastMarked.current ?? index) : index;
    const ids = rows.slice(Math.min(from, index), Math.max(from, index) + 1).map(({ task }) => task.taskId);
    onMark(ids, range || !marked.has(row.task.taskId));
    lastMarked.current = index;
  };
  const keyDown = (event: KeyboardEvent) => {
    const taken = () => event.preventDefault();
    if (event.key === 'ArrowDown') go(current + 1);
    else if (event.key === 'ArrowUp') go(current < 0 ? 0 : current - 1);
    else if (event.key === 'PageDown') go(current + PAGE);
    else if (event.key === 'PageUp') go(current - PAGE);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(rows.length - 1);
    else if (event.key === ' ') mark(current, event.shiftKey);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey))
      onMark(
        rows.map(({ task }) => task.taskId),
        true,
      );
    else if (event.key === 'Enter' && selected !== null) onKey('Enter', selected);
    else if ((event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) && selected !== null) {
      const box = document.getElementById(idOf(selected))?.getBoundingClientRect();
      onMenu(selected, { x: box?.left ?? 0, y: box?.bottom ?? 0 });
    } else return;
    taken();
  };
  const indexAt = (target: EventTarget): number => {
    const id =
      target instanceof Element ? target.closest<HTMLElement>('[data-task]')?.dataset.task : undefined;
    return rows.findIndex(({ task }) => task.taskId === id);
  };
  const click = (event: MouseEvent) => {
    const index = indexAt(event.target);
    const row = rows[index];
    if (row === undefined) return;
    const onMarkBox = event.target instanceof Element && event.target.closest('[data-mark]') !== null;
    if (onMarkBox || event.ctrlKey || event.metaKey || event.shiftKey) mark(index, event.shiftKey);
    else onSelect(row.task.taskId === selected ? null : row.task.taskId, 'push');
  };
  const menu = (event: MouseEvent) => {
    const row = rows[indexAt(event.target)];
    if (row === undefined) return;
    event.preventDefault();
    onMenu(row.task.taskId, { x: event.clientX, y: event.clientY });
  };
  const drag = (event: DragEvent) => {
    const row = rows[indexAt(event.target)];
    if (row === undefined) return;
    const { taskId } = row.task;
    beginTaskDrag(event, marked.has(taskId) ? [...marked] : [taskId]);
  };

  return (
    <div
      ref={scroller}
      className={styles.scroller}
      role="listbox"
      tabIndex={0}
      aria-label={t('list.label')}
      aria-multiselectable
      aria-activedescendant={selected !== null && current >= 0 ? idOf(selected) : undefined}
      onKeyDown={keyDown}
      onClick={click}
      onContextMenu={menu}
      onDragStart={drag}
      data-testid="task-list"
      data-columns={columns}
    >
      <div className={styles.whole} style={{ blockSize: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start, size }) => {
          const item = items[index];
          const place = { transform: `translateY(${start}px)`, blockSize: size };
          if (item === undefined) return null;
          if (item.kind === 'section') {
            return (
              <div key={key} className={styles.section} style={place} aria-hidden>
                <span>{words(`section.${item.section}`)}</span>
                <span className={styles.count}>{number(item.count)}</span>
              </div>
            );
          }
          const row = rows[item.index];
          if (row === undefined) return null;
          const { taskId } = row.task;
          return (
            <div key={key} className={styles.item} style={place} role="presentation">
              <TaskRow
                row={row}
                now={now}
                id={idOf(taskId)}
                selected={taskId === selected}
                marked={marked.has(taskId)}
                position={item.index + 1}
                count={rows.length}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
});

/** Inserts a heading before the first task of each section. */
function itemsOf({ rows }: Tasks): Item[] {
  const sizes = new Map<Section, number>();
  for (const { section } of rows) sizes.set(section, (sizes.get(section) ?? 0) + 1);
  const items: Item[] = [];
  let last: Section | null = null;
  rows.forEach(({ section }, index) => {
    if (section !== last) items.push({ kind: 'section', section, count: sizes.get(section) ?? 0 });
    last = section;
    items.push({ kind: 'task', index });
  });
  return items;
}

function keyOf(item: Item | undefined, rows: Tasks['rows']): string {
  if (item === undefined) return '';
  return item.kind === 'section' ? item.section : (rows[item.index]?.task.taskId ?? '');
}
