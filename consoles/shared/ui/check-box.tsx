import type { ReactNode } from 'react';
import styles from './check-box.module.css';

export interface CheckBoxProps {
  children: ReactNode;
  checked: boolean;
  onChange(checked: boolean): void;
}

export function CheckBox({ children, checked, onChange }: CheckBoxProps) {
  return (
    <label className={styles.box}>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      <span>{children}</span>
    </label>
  );
}
