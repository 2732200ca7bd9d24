import { useVirtualizer } from '@tanstack/react-virtual';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { combinationOf } from '../../../shared/keys/shortcut.ts';
import { readCell } from '../../products/cell-text.ts';
import {
  areaOf,
  cellKey,
  clear,
  copy,
  fillDown,
  isWithin,
  moved,
  type Place,
  paste,
  redo,
  type Sheet,
  textAt,
  undo,
  write,
} from '../../products/grid-model.ts';
import { useGridText } from '../../texts/grid-texts.ts';
import { CellInput } from './cell-input.tsx';
import styles from './offer-grid.module.css';
import { useCellText } from './use-cell-text.ts';
import type { GridEdits } from './use-grid-edits.ts';

const ROW = 40;
const PAGE_ROWS = 10;
const VERDICTS = {
  CONFLICT: 'verdict.conflict',
  'auth.FORBIDDEN': 'verdict.forbidden',
  'common.NOT_FOUND': 'verdict.gone',
  'seller.INVALID_STATE': 'verdict.shop',
} as const;

export interface GridTableProps {
  sheet: Sheet;
  grid: GridEdits;
  heads: readonly string[];
  names: ReadonlyMap<string, { title: string; sku: string }>;
}

interface Chosen {
  /** Where the keys are. */
  at: Place;
  /** The other corner of what is chosen. */
  from: Place;
}

/** A spreadsheet's keys over rows of which only those in sight are in the page. The grid has the focus, a cell is pointed out. */
export function GridTable({ sheet, grid, heads, names }: GridTableProps) {
  const t = useGridText();
  const cellText = useCellText();
  const { direction } = useLocaleChoice();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTableElement>(null);
  const [wished, setChosen] = useState<Chosen>({ at: { row: 0, column: 0 }, from: { row: 0, column: 0 } });
  const [typing, setTyping] = useState<{ text: string; begun: 'typed' | 'opened' } | null>(null);
  const { edits, edit } = grid;
  // Fewer rows may be shown than a moment ago.
  const at = moved(sheet, wished.at, 0, 0);
  const area = areaOf(at, moved(sheet, wished.from, 0, 0));
  const column = sheet.columns[at.column];
  const cellId = ({ row, column: across }: Place) => `${id}-${row}-${across}`;

  const virtual = useVirtualizer({
    count: sheet.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    // Below the heads, which stay in sight.
    scrollPaddingStart: ROW,
  });
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it scrolls where the keys went, and at nothing else.
  useEffect(() => {
    if (document.activeElement !== box.current) return;
    virtual.scrollToIndex(at.row);
    document.getElementById(cellId(at))?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [at.row, at.column]);

  const go = (down: number, across: number, extend = false) => {
    const next = moved(sheet, at, down, across);
    setChosen({ at: next, from: extend ? wished.from : next });
  };
  const goTo = (place: Place, extend = false) => setChosen({ at: place, from: extend ? wished.from : place });
  const open = (text: string, begun: 'typed' | 'opened') => {
    if (column?.locked === false) setTyping({ text, begun });
  };
  const close = (text: string | null, down = 0, across = 0) => {
    setTyping(null);
    if (text !== null) edit(write(sheet, edits, [{ place: at, text }]));
    go(down, across);
    box.current?.focus({ preventScroll: true });
  };

  const last = { row: sheet.rows.length - 1, column: sheet.columns.length - 1 };
  const forward = direction === 'rtl' ? -1 : 1;
  const pressed = (event: KeyboardEvent): boolean => {
    const { key, shiftKey: shift } = event;
    switch (combinationOf(event.nativeEvent)) {
      case 'Ctrl+z':
        edit(shift ? redo(edits) : undo(edits));
        return true;
      case 'Ctrl+y':
        edit(redo(edits));
        return true;
      case 'Ctrl+d':
        edit(fillDown(sheet, edits, area));
        return true;
      case 'Ctrl+a':
        setChosen({ at: last, from: { row: 0, column: 0 } });
        return true;
      case 'Ctrl+Home':
        goTo({ row: 0, column: 0 });
        return true;
      case 'Ctrl+End':
        goTo(last);
        return true;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    switch (key) {
      case 'ArrowUp':
        go(-1, 0, shift);
        return true;
      case 'ArrowDown':
        go(1, 0, shift);
        return true;
      case 'ArrowRight':
        go(0, forward, shift);
        return true;
      case 'ArrowLeft':
        go(0, -forward, shift);
        return true;
      case 'PageUp':
        go(-PAGE_ROWS, 0, shift);
        return true;
      case 'PageDown':
        go(PAGE_ROWS, 0, shift);
        return true;
      case 'Home':
        goTo({ ...at, column: 0 }, shift);
        return true;
      case 'End':
        goTo({ ...at, column: last.column }, shift);
        return true;
      case 'Tab':
        return tab(shift ? -1 : 1);
      case 'Escape':
        if (area.top === area.bottom && area.left === area.right) return false;
        goTo(at);
        return true;
      case 'Delete':
      case 'Backspace':
        edit(clear(sheet, edits, area));
        return true;
      case ' ':
        if (column?.kind !== 'state') return true;
        edit(write(sheet, edits, [{ place: at, text: textAt(sheet, edits, at) === 'ON' ? 'OFF' : 'ON' }]));
        return true;
      case 'Enter':
      case 'F2':
        open(column === undefined ? '' : cellText(column, textAt(sheet, edits, at)), 'opened');
        return true;
    }
    if (key.length !== 1) return false;
    open(key, 'typed');
    return true;
  };
  /** From the last cell on, Tab leaves the grid. */
  const tab = (step: number): boolean => {
    const next = at.row * sheet.columns.length + at.column + step;
    if (next < 0 || next >= sheet.rows.length * sheet.columns.length) return false;
    goTo({ row: Math.floor(next / sheet.columns.length), column: next % sheet.columns.length });
    return true;
  };
  const press = (event: KeyboardEvent) => {
    if (typing !== null || event.nativeEvent.isComposing || !pressed(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const takeOut = (event: ClipboardEvent) => {
    if (typing !== null) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', copy(sheet, edits, area));
  };
  const putIn = (event: ClipboardEvent) => {
    if (typing !== null) return;
    event.preventDefault();
    const pasted = paste(sheet, edits, area, event.clipboardData.getData('text/plain'));
    edit(pasted.edits);
    setChosen({
      from: { row: pasted.area.top, column: pasted.area.left },
      at: { row: pasted.area.bottom, column: pasted.area.right },
    });
  };

  const key = cellKey(sheet.rows[at.row] ?? '', column?.id ?? '');
  const read = typing === null || column === undefined ? null : readCell(column.kind, typing.text);
  const fault = read === null ? (edits.cells.get(key)?.fault ?? null) : 'fault' in read ? read.fault : null;
  const verdict = grid.verdicts.get(key);
  const says = fault === null ? (verdict === undefined ? '' : t(VERDICTS[verdict])) : t(`fault.${fault}`);
  return (
    <>
      <div ref={scroller} className={styles.scroll}>
        <table
          ref={box}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: cells of it are edited.
          role="grid"
          className={styles.table}
          aria-label={t('grid.label')}
          aria-rowcount={sheet.rows.length + 1}
          aria-colcount={sheet.columns.length + 1}
          aria-multiselectable
          aria-activedescendant={cellId(at)}
          aria-describedby={`${id}-says`}
          tabIndex={0}
          onKeyDown={press}
          onCopy={takeOut}
          onPaste={putIn}
        >
          <thead>
            <tr aria-rowindex={1}>
              {[t('grid.product'), ...heads].map((head, index) => (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: two warehouses may have one name; columns never move.
                  key={index}
                  scope="col"
                  aria-colindex={index + 1}
                >
                  <bdi>{head}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Gap size={before} width={heads.length + 1} />
            {items.map(({ index: row }) => {
              const rowId = sheet.rows[row] ?? '';
              const { title = '', sku = '' } = names.get(rowId) ?? {};
              return (
                <tr key={rowId} aria-rowindex={row + 2} data-sku={sku}>
                  <th scope="row" aria-colindex={1}>
                    <span className={styles.name}>
                      <bdi>{title}</bdi>
                      <bdi className={styles.sku}>{sku}</bdi>
                    </span>
                  </th>
                  {sheet.columns.map((each, across) => {
                    const place = { row, column: across };
                    const here = row === at.row && across === at.column;
                    const cell = edits.cells.get(cellKey(rowId, each.id));
                    return (
                      // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys.
                      // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and points at a cell.
                      <td
                        key={each.id}
                        id={cellId(place)}
                        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell that is edited.
                        role="gridcell"
                        aria-colindex={across + 2}
                        aria-selected={isWithin(area, place)}
                        aria-invalid={(cell?.fault ?? null) !== null || undefined}
                        data-column={each.kind === 'count' ? 'stock' : each.id}
                        data-here={here || undefined}
                        data-edited={cell !== undefined || undefined}
                        data-verdict={grid.verdicts.get(cellKey(rowId, each.id))}
                        onClick={(event) => {
                          if (here && typing !== null) return;
                          goTo(place, event.shiftKey);
                          box.current?.focus({ preventScroll: true });
                        }}
                        onDoubleClick={() => open(cellText(each, textAt(sheet, edits, place)), 'opened')}
                      >
                        {here && typing !== null ? (
                          <CellInput
                            label={`${title}, ${heads[across]}`}
                            typing={typing}
                            fault={fault === null ? null : `${id}-says`}
                            onText={(text) => setTyping({ ...typing, text })}
                            onClose={close}
                          />
                        ) : (
                          <bdi>{cellText(each, textAt(sheet, edits, place))}</bdi>
                        )}
                      </td>
                    );
                  })}
                </tr>
              );
            })}
            <Gap size={after} width={heads.length + 1} />
          </tbody>
        </table>
      </div>
      <p id={`${id}-says`} role="status" className={styles.says} data-fault={says !== ''}>
        {says}
      </p>
    </>
  );
}

function Gap({ size, width }: { size: number; width: number }) {
  if (size <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={width} style={{ blockSize: size }} />
    </tr>
  );
}
