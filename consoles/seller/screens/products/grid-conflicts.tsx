import { Button } from '../../../shared/ui/button.tsx';
import { cellKey, type GridColumn } from '../../products/grid-model.ts';
import { sheetOf } from '../../products/grid-rows.ts';
import { useGridText } from '../../texts/grid-texts.ts';
import styles from './offer-grid.module.css';
import { useCellText } from './use-cell-text.ts';
import type { GridEdits } from './use-grid-edits.ts';

export interface GridConflictsProps {
  grid: GridEdits;
  /** All offers, in the order of the grid. */
  offerIds: readonly string[];
  columns: readonly GridColumn[];
  heads: readonly string[];
  names: ReadonlyMap<string, { title: string; sku: string }>;
}

/** Cells that someone else has changed too, with both values: the person editing chooses which one is saved. */
export function GridConflicts({ grid, offerIds, columns, heads, names }: GridConflictsProps) {
  const t = useGridText();
  const cellText = useCellText();
  const sheet = sheetOf(grid.data, [], columns);
  const cells = offerIds.flatMap((id) =>
    columns.flatMap((column, index) => {
      const key = cellKey(id, column.id);
      if (grid.verdicts.get(key) !== 'CONFLICT') return [];
      const mine = cellText(column, grid.edits.cells.get(key)?.text ?? '');
      const theirs = cellText(column, sheet.savedAt(id, column));
      const { title = '', sku = '' } = names.get(id) ?? {};
      return [{ key, id, sku, column: heads[index] ?? '', mine, theirs, name: title }];
    }),
  );
  if (cells.length === 0) return null;
  const all = cells.map(({ key }) => key);
  const rows = new Set(cells.map(({ id }) => id)).size;
  return (
    <section className={styles.conflicts} role="alert" data-testid="conflicts">
      <h2>{t('conflict.title', { count: rows })}</h2>
      <ul>
        {cells.map(({ key, sku, name, column, mine, theirs }) => (
          <li key={key} data-conflict={sku}>
            <span>
              {t('conflict.cell', {
                ...{ name, column },
                mine: mine || t('conflict.empty'),
                theirs: theirs || t('conflict.empty'),
              })}
            </span>
            <Button size="small" onPress={() => grid.choose([key], 'mine')}>
              {t('conflict.mine')}
            </Button>
            <Button size="small" onPress={() => grid.choose([key], 'theirs')}>
              {t('conflict.theirs')}
            </Button>
          </li>
        ))}
      </ul>
      {cells.length < 2 ? null : (
        <div className={styles.tools}>
          <Button onPress={() => grid.choose(all, 'mine')}>{t('conflict.allMine')}</Button>
          <Button onPress={() => grid.choose(all, 'theirs')}>{t('conflict.allTheirs')}</Button>
        </div>
      )}
    </section>
  );
}
