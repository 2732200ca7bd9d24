import { Download, Search } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './data-table.module.css';
import { useTableText } from './table-texts.ts';

export interface TableToolsProps {
  text: string;
  onText(text: string): void;
  shown: number;
  all: number;
  selected: number;
  onExport(): void;
  /** Actions on the selected rows. */
  children: ReactNode;
}

/** Above a table: a filter, the number of rows, actions on those selected, and the export. */
export function TableTools({ text, onText, shown, all, selected, onExport, children }: TableToolsProps) {
  const t = useTableText();
  const field = useId();
  return (
    <div className={classNames(styles.tools, 'no-print')}>
      <label className={styles.filter} htmlFor={field}>
        <Search aria-hidden size={16} />
        <span className="visually-hidden">{t('table.filter')}</span>
        <input
          id={field}
          type="search"
          value={text}
          placeholder={t('table.filter')}
          onChange={(event) => onText(event.target.value)}
        />
      </label>
      <output className={styles.count}>
        {t('table.count', { shown, all })}
        {selected === 0 ? null : <> · {t('table.selected', { count: selected })}</>}
      </output>
      {children}
      <Button kind="quiet" onPress={onExport}>
        <Download aria-hidden size={16} />
        {t(selected === 0 ? 'table.export' : 'table.exportSelected')}
      </Button>
    </div>
  );
}
