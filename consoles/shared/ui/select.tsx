import { ChevronDown } from 'lucide-react';
import {
  Select as AriaSelect,
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
} from 'react-aria-components';
import fieldStyles from './field.module.css';
import menuStyles from './menu.module.css';
import styles from './select.module.css';

export interface SelectOption<V extends string> {
  value: V;
  label: string;
}

export interface SelectProps<V extends string> {
  label: string;
  options: readonly SelectOption<NoInfer<V>>[];
  value: V;
  onChange(value: NoInfer<V>): void;
}

/** One of a few. Opened by press or arrow keys, found by typing. */
export function Select<V extends string>({ label, options, value, onChange }: SelectProps<V>) {
  return (
    <AriaSelect
      className={fieldStyles.field ?? ''}
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.value === key);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      <Label className={fieldStyles.label ?? ''}>{label}</Label>
      <Button className={styles.button ?? ''}>
        <SelectValue className={styles.value ?? ''} />
        <ChevronDown aria-hidden size={16} />
      </Button>
      <Popover className={menuStyles.popover ?? ''}>
        <ListBox className={menuStyles.menu ?? ''}>
          {options.map((option) => (
            <ListBoxItem key={option.value} id={option.value} className={menuStyles.item ?? ''}>
              {option.label}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
