import styles from './data-table.module.css';

export interface TableCheckProps {
  label: string;
  checked: boolean;
  /** Some of the rows it stands for are selected, but not all. */
  some?: boolean;
  /** `range` (shift was held): from the row changed last up to this one. */
  onChange(on: boolean, range: boolean): void;
}

export function TableCheck({ label, checked, some = false, onChange }: TableCheckProps) {
  return (
    <label className={styles.box}>
      <span className="visually-hidden">{label}</span>
      <input
        type="checkbox"
        checked={checked}
        ref={(box) => {
          if (box !== null) box.indeterminate = some && !checked;
        }}
        onChange={(event) => {
          const { nativeEvent } = event;
          onChange(event.target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
        }}
      />
    </label>
  );
}
