import { TextArea as AriaTextArea, FieldError, Label, TextField } from 'react-aria-components';
import styles from './text-area.module.css';
import { writing } from './text-field.tsx';

export interface TextAreaProps {
  label: string;
  value: string;
  onChange(value: string): void;
  error?: string | null;
  rows?: number;
  leftToRight?: boolean;
  name?: string;
  /** The language of what is typed; see TextField. */
  writtenIn?: 'en' | 'ar';
  maxLength?: number;
  isReadOnly?: boolean;
}

export function TextArea({
  label,
  value,
  onChange,
  error = null,
  rows = 2,
  leftToRight,
  writtenIn,
  ...props
}: TextAreaProps) {
  return (
    <TextField
      {...props}
      className={styles.field ?? ''}
      value={value}
      onChange={onChange}
      isInvalid={error !== null}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <AriaTextArea className={styles.area ?? ''} rows={rows} {...writing(leftToRight, writtenIn)} />
      <FieldError className={styles.error ?? ''}>{error}</FieldError>
    </TextField>
  );
}
