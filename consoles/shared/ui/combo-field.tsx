import { ChevronDown } from 'lucide-react';
import {
  ComboBox as AriaComboBox,
  Button,
  FieldError,
  Group,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components';
import styles from './combo-field.module.css';
import fieldStyles from './field.module.css';
import { foldText } from './fold-text.ts';
import menuStyles from './menu.module.css';

export interface ComboOption {
  id: string;
  text: string;
  /** Distinguishes options of the same name; typing also searches it. */
  hint?: string;
}

export interface ComboFieldProps {
  label: string;
  placeholder?: string;
  /** Shown when nothing matches the typed text. */
  nothing: string;
  options: readonly ComboOption[];
  value: string | null;
  onChange(id: string | null): void;
  error?: string | null | undefined;
}

/** A choice among many, found by typing words of its label. */
export function ComboField(props: ComboFieldProps) {
  const { label, placeholder, nothing, options, value, onChange, error } = props;
  return (
    <AriaComboBox
      className={fieldStyles.field ?? ''}
      value={value}
      onChange={(key) => onChange(key === null ? null : String(key))}
      defaultItems={options}
      defaultFilter={(text, wanted) => {
        const folded = foldText(text);
        return foldText(wanted)
          .split(' ')
          .every((word) => folded.includes(word));
      }}
      menuTrigger="focus"
      allowsEmptyCollection
      isInvalid={error !== undefined && error !== null}
    >
      <Label className={fieldStyles.label ?? ''}>{label}</Label>
      <Group className={fieldStyles.frame ?? ''}>
        <Input className={fieldStyles.input ?? ''} {...(placeholder === undefined ? {} : { placeholder })} />
        <Button className={styles.open ?? ''}>
          <ChevronDown aria-hidden size={16} />
        </Button>
      </Group>
      <FieldError className={fieldStyles.error ?? ''}>{error}</FieldError>
      <Popover className={`${menuStyles.popover} ${styles.popover}`}>
        <ListBox<ComboOption>
          className={menuStyles.menu ?? ''}
          renderEmptyState={() => <p className={styles.nothing}>{nothing}</p>}
        >
          {({ id, text, hint }) => (
            <ListBoxItem id={id} textValue={text} className={menuStyles.item ?? ''}>
              <span className={styles.text}>{text}</span>
              {hint === undefined ? null : <span className={styles.hint}>{hint}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
