import { ChevronDown } from 'lucide-react';
import {
  Button,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
} from 'react-aria-components';
import styles from './choice.module.css';

export interface ChoiceProps<K extends string> {
  label: string;
  /** The label is read aloud, not shown. */
  quiet?: boolean;
  options: readonly { id: K; text: string }[];
  value: K | null;
  onChange(value: K): void;
  error?: string | null | undefined;
}

/** One of a few: opened and chosen with keys, searched by typing. */
export function Choice<K extends string>({
  label,
  quiet = false,
  options,
  value,
  onChange,
  error,
}: ChoiceProps<K>) {
  return (
    <Select
      className={styles.field ?? ''}
      selectedKey={value}
      onSelectionChange={(key) => key !== null && onChange(key as K)}
      isInvalid={error !== undefined && error !== null}
      {...(quiet ? { 'aria-label': label } : {})}
    >
      {quiet ? null : <Label className={styles.label ?? ''}>{label}</Label>}
      <Button className={styles.button ?? ''}>
        <SelectValue />
        <ChevronDown aria-hidden size={16} />
      </Button>
      <FieldError className={styles.error ?? ''}>{error}</FieldError>
      <Popover className={styles.popover ?? ''}>
        <ListBox className={styles.list ?? ''}>
          {options.map(({ id, text }) => (
            <ListBoxItem key={id} id={id} className={styles.option ?? ''}>
              {text}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
