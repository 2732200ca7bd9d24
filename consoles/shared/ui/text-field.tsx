import {
  type InputHTMLAttributes,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useState,
} from 'react';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Group,
  Input,
  Label,
  Text,
} from 'react-aria-components';
import { useFormats } from '../i18n/locale.tsx';
import { useSharedText } from '../i18n/shared-texts.ts';
import styles from './field.module.css';

export interface TextFieldProps
  extends Omit<AriaTextFieldProps, 'className' | 'style' | 'children' | 'lang' | 'dir'> {
  label: string;
  /** Hides the label where its surroundings say the same; screen readers still read it. */
  labelHidden?: boolean;
  description?: string | undefined;
  /** Shown with the field, and read with it; the field is then invalid. */
  error?: string | null | undefined;
  placeholder?: string;
  /** For numbers, dates and times. */
  range?: Pick<InputHTMLAttributes<HTMLInputElement>, 'min' | 'max' | 'step'>;
  /** Within the field's frame, after the text: a button, a unit. */
  end?: ReactNode;
  inputRef?: RefObject<HTMLInputElement | null>;
  /** E-mail addresses, codes and the like read left to right in Arabic too. */
  leftToRight?: boolean;
  /** The language of what is typed, where it may be another than the screen's; sets the direction, too. */
  writtenIn?: 'en' | 'ar';
}

export function TextField({
  label,
  labelHidden = false,
  description,
  error,
  placeholder,
  range,
  end,
  inputRef,
  leftToRight,
  writtenIn,
  ...props
}: TextFieldProps) {
  const { half, ...watched } = useHalfTyped(props.type);
  const wrong = half ?? error;
  const invalid = wrong !== undefined && wrong !== null && wrong !== '';
  const words = useOwnWords(props, placeholder);
  // A half-typed value stays visible.
  const covered = words !== null && half === null;
  return (
    <AriaTextField
      {...props}
      {...(labelHidden ? { 'aria-label': label } : {})}
      isInvalid={invalid}
      className={styles.field ?? ''}
    >
      {labelHidden ? null : <Label className={styles.label ?? ''}>{label}</Label>}
      <Group className={styles.frame ?? ''}>
        <Input
          {...range}
          {...watched}
          ref={inputRef}
          className={styles.input ?? ''}
          {...(placeholder === undefined || words !== null ? {} : { placeholder })}
          {...writing(leftToRight, writtenIn)}
        />
        {covered ? (
          <span aria-hidden className={styles.words}>
            {words}
          </span>
        ) : null}
        {end}
      </Group>
      {description === undefined ? null : (
        <Text slot="description" className={styles.description ?? ''}>
          {description}
        </Text>
      )}
      <FieldError className={styles.error ?? ''}>{wrong}</FieldError>
    </AriaTextField>
  );
}

/** Attributes of a field's text. */
export function writing(leftToRight: boolean | undefined, writtenIn: 'en' | 'ar' | undefined) {
  if (writtenIn !== undefined) return { lang: writtenIn, dir: writtenIn === 'ar' ? 'rtl' : 'ltr' };
  return leftToRight === true ? { dir: 'ltr' } : {};
}

/**
 * To a browser a half-typed date or time has no value, so it would be sent as empty without warning. This shows an
 * error once the field is left or its validity is checked (`useSending` checks it).
 */
function useHalfTyped(type: string | undefined) {
  const t = useSharedText();
  const [isHalf, setHalf] = useState(false);
  if (type !== 'date' && type !== 'time') return { half: null };
  const look = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) =>
    setHalf(currentTarget.validity.badInput);
  return {
    half: isHalf ? t(`half.${type}`) : null,
    onBlur: look,
    onInvalid: look,
    // While the value is being corrected, the error can only be cleared.
    onInput: (event: SyntheticEvent<HTMLInputElement>) => {
      if (isHalf) look(event);
    },
  };
}

/**
 * The text shown in a date or time field until it is edited. Browsers provide the picker and the keys for both, but
 * format in their own language, which may not be the page's. Null for every other field.
 */
function useOwnWords({ type, value }: AriaTextFieldProps, placeholder: string | undefined): string | null {
  const { date } = useFormats();
  if (type !== 'date' && type !== 'time') return null;
  if (value === undefined || value === '') return placeholder ?? (type === 'time' ? '--:--' : null);
  if (type === 'time') return value;
  // A value from the address may be anything.
  return Number.isNaN(Date.parse(value)) ? null : date(value);
}
