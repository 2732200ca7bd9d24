import type { ReactNode, RefObject } from 'react';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Group,
  Input,
  Label,
  Text,
} from 'react-aria-components';
import styles from './field.module.css';

export interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'style' | 'children'> {
  label: string;
  description?: string | undefined;
  /** Shown with the field, and read with it; the field counts as invalid. */
  error?: string | null | undefined;
  placeholder?: string;
  /** Within the field's frame, after the text: a button, a unit. */
  end?: ReactNode;
  inputRef?: RefObject<HTMLInputElement | null>;
  /** E-mail addresses, codes and the like read left to right in Arabic too. */
  leftToRight?: boolean;
}

export function TextField({
  label,
  description,
  error,
  placeholder,
  end,
  inputRef,
  leftToRight,
  ...props
}: TextFieldProps) {
  const invalid = error !== undefined && error !== null && error !== '';
  return (
    <AriaTextField {...props} isInvalid={invalid} className={styles.field ?? ''}>
      <Label className={styles.label ?? ''}>{label}</Label>
      <Group className={styles.frame ?? ''}>
        <Input
          ref={inputRef}
          className={styles.input ?? ''}
          {...(placeholder === undefined ? {} : { placeholder })}
          {...(leftToRight === true ? { dir: 'ltr' } : {})}
        />
        {end}
      </Group>
      {description === undefined ? null : (
        <Text slot="description" className={styles.description ?? ''}>
          {description}
        </Text>
      )}
      <FieldError className={styles.error ?? ''}>{error}</FieldError>
    </AriaTextField>
  );
}
