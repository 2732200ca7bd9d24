import { useShortcuts } from '../../../shared/keys/use-shortcuts.ts';
import type { GroupAction } from '../../orders/order-types.ts';
import { type Columns, STAGES } from '../../orders/stages.ts';
import type { Paper } from '../../print/papers.ts';
import { useOrderText } from '../../texts/order-texts.ts';

interface OrderKeys {
  columns: Columns;
  selected: string | null;
  marked: ReadonlySet<string>;
  onSelect(id: string | null): void;
  onMark(ids: readonly string[], on: boolean): void;
  onAct(action: GroupAction): void;
  onPrint(paper: Paper): void;
  onEscape(): void;
}

/** Keys of the board, wherever the focus is but in a field or a dialog. */
export function useOrderKeys(given: OrderKeys): void {
  const { columns, selected, marked, onSelect, onMark, onAct, onPrint, onEscape } = given;
  const t = useOrderText();
  const filled = STAGES.map((stage) => columns[stage]).filter((column) => column.length > 0);
  const all = filled.flat();
  const at = all.findIndex(({ groupId }) => groupId === selected);
  const column = filled.findIndex((each) => each.some(({ groupId }) => groupId === selected));
  const step = (by: number, marking: boolean) => {
    const to = all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + by))];
    if (to === undefined) return;
    if (marking) onMark([to.groupId, ...(selected === null ? [] : [selected])], true);
    onSelect(to.groupId);
  };
  const stepColumn = (by: number) => {
    const to = filled[column < 0 ? 0 : Math.min(filled.length - 1, Math.max(0, column + by))];
    if (to?.[0] !== undefined) onSelect(to[0].groupId);
  };
  const markColumn = () => {
    const ids = (filled[Math.max(0, column)] ?? []).map(({ groupId }) => groupId);
    onMark(
      ids,
      ids.some((id) => !marked.has(id)),
    );
  };
  useShortcuts(t('keys.orders'), [
    {
      keys: ['j', 'ArrowDown', 'Shift+ArrowDown'],
      label: t('keys.next'),
      run: ({ shiftKey }) => step(1, shiftKey),
    },
    {
      keys: ['k', 'ArrowUp', 'Shift+ArrowUp'],
      label: t('keys.former'),
      run: ({ shiftKey }) => step(-1, shiftKey),
    },
    { keys: 'l', label: t('keys.column'), run: () => stepColumn(1) },
    { keys: 'h', label: t('keys.formerColumn'), run: () => stepColumn(-1) },
    {
      keys: ' ',
      label: t('keys.select'),
      enabled: selected !== null,
      run: () => selected !== null && onMark([selected], !marked.has(selected)),
    },
    { keys: 'Ctrl+a', label: t('keys.selectColumn'), run: markColumn },
    {
      keys: 'Enter',
      label: t('keys.open'),
      run: () => document.querySelector<HTMLElement>('[data-order-panel]')?.focus(),
    },
    { keys: 'a', label: t('action.accept'), run: () => onAct('accept') },
    { keys: 'p', label: t('action.pack'), run: () => onAct('pack') },
    { keys: 'r', label: t('action.ready'), run: () => onAct('ready') },
    { keys: 'x', label: t('action.reject'), run: () => onAct('reject') },
    { keys: 'c', label: t('action.confirm-return'), run: () => onAct('confirm-return') },
    { keys: 'Ctrl+p', label: t('action.print'), run: () => onPrint('slips') },
    { keys: 'i', label: t('action.invoices'), run: () => onPrint('invoices') },
    {
      keys: '/',
      label: t('keys.search'),
      run: () => document.querySelector<HTMLInputElement>('[data-orders-search]')?.select(),
    },
    { keys: 'Escape', label: t('keys.close'), run: onEscape },
  ]);
}
