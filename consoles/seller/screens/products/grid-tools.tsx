import { Redo2, RefreshCw, Save, Undo2 } from 'lucide-react';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { redo, undo } from '../../products/grid-model.ts';
import { useGridText } from '../../texts/grid-texts.ts';
import styles from './offer-grid.module.css';
import type { GridEdits } from './use-grid-edits.ts';

/** How much is edited, and what can be done with all of it. */
export function GridTools({ grid, onReload }: { grid: GridEdits; onReload(): void }) {
  const t = useGridText();
  const { edits, edit, faults, pending, save } = grid;
  const count = edits.cells.size;
  return (
    <div className={styles.tools}>
      <output className={styles.count} data-testid="grid-count">
        {t('grid.edited', { count })}
        {faults === 0 ? null : <span className={styles.faults}>{t('grid.faults', { count: faults })}</span>}
      </output>
      <IconButton
        label={t('grid.undo')}
        icon={<Undo2 aria-hidden size={18} />}
        isDisabled={edits.done.length === 0}
        onPress={() => edit(undo(edits))}
      />
      <IconButton
        label={t('grid.redo')}
        icon={<Redo2 aria-hidden size={18} />}
        isDisabled={edits.undone.length === 0}
        onPress={() => edit(redo(edits))}
      />
      <IconButton
        label={t('grid.reload')}
        icon={<RefreshCw aria-hidden size={18} />}
        isDisabled={count > 0 || pending}
        onPress={onReload}
      />
      <Button
        kind="primary"
        isPending={pending}
        isDisabled={count - faults === 0}
        onPress={() => void save()}
      >
        <Save aria-hidden size={16} />
        {t('grid.save')}
      </Button>
    </div>
  );
}
