import { ChevronDown } from 'lucide-react';
import {
  Select as AriaSelect,
  Button,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
} from 'react-aria-components';
import fieldStyles from './field.module.css';
import menuStyles from './menu.module.css';
import styles from './select.module.css';

export interface SelectProps<K extends string> {
  label: string;
  /** The label is only for screen readers. */
  quiet?: boolean;
  options: readonly { id: NoInfer<K>; text: string }[];
  value: K | null;
  onChange(value: NoInfer<K>): void;
  error?: string | null | undefined;
}

/** A choice among a few: opened by click or arrow keys, searched by typing. */
export function Select<K extends string>({
  label,
  quiet = false,
  options,
  value,
  onChange,
  error,
}: SelectProps<K>) {
  return (
    <AriaSelect
      className={fieldStyles.field ?? ''}
      value={value}
      onChange={(key) => {
        const chosen = options.find(({ id }) => id === key);
        if (chosen !== undefined) onChange(chosen.id);
      }}
      isInvalid={error !== undefined && error !== null}
      {...(quiet ? { 'aria-label': label } : {})}
    >
      {quiet ? null : <Label className={fieldStyles.label ?? ''}>{label}</Label>}
      <Button className={styles.button ?? ''}>
        <SelectValue className={styles.value ?? ''} />
        <ChevronDown aria-hidden size={16} />
      </Button>
      <FieldError className={fieldStyles.error ?? ''}>{error}</FieldError>
      <Popover className={menuStyles.popover ?? ''}>
        <ListBox className={menuStyles.menu ?? ''}>
          {options.map(({ id, text }) => (
            <ListBoxItem key={id} id={id} className={menuStyles.item ?? ''}>
              {text}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
