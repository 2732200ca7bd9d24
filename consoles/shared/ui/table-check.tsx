import styles from './data-table.module.css';

export interface TableCheckProps {
  label: string;
  checked: boolean;
  /** Some of what it stands for, but not all. */
  some?: boolean;
  /** With shift: from the one that was changed last up to this. */
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
