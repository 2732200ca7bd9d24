import { type KeyboardEvent, type RefObject, useState } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import { TextField } from '../ui/text-field.tsx';
import styles from './reason-field.module.css';
import { useFormText } from './use-form-text.ts';

const OTHER = 'other';

export interface ReasonFieldProps {
  /** What is said most often. */
  presets: readonly { id: string; text: string }[];
  /** What is sent: a preset in words, or what was typed. */
  value: string;
  onChange(value: string): void;
  optional?: boolean;
  error?: string | null;
  /** Enter, when the reason is said. */
  onEnter?: (() => void) | undefined;
  /** Around the chips, to move the focus to the chosen one. */
  groupRef?: RefObject<HTMLDivElement | null>;
}

/** Why: one press where the reason is a usual one, words of one's own where it is not. */
export function ReasonField(props: ReasonFieldProps) {
  const { presets, value, onChange, optional = false, error = null, onEnter, groupRef } = props;
  const t = useFormText();
  const [own, setOwn] = useState(() => value !== '' && !presets.some(({ text }) => text === value));
  const chosen = own ? OTHER : (presets.find(({ text }) => text === value)?.id ?? null);
  // While the key is on its way down: chips would keep it to themselves.
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || onEnter === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onEnter();
  };
  return (
    <div className={styles.reason} onKeyDownCapture={press}>
      <RadioGroup
        ref={groupRef ?? null}
        className={styles.group ?? ''}
        value={chosen}
        onChange={(id) => {
          setOwn(id === OTHER);
          onChange(presets.find((each) => each.id === id)?.text ?? '');
        }}
        isInvalid={error !== null && !own}
      >
        <Label className={styles.label ?? ''}>{t(optional ? 'reason.optional' : 'reason.label')}</Label>
        <div className={styles.chips}>
          {presets.map(({ id, text }) => (
            <Radio key={id} value={id} className={styles.chip ?? ''}>
              {text}
            </Radio>
          ))}
          <Radio value={OTHER} className={styles.chip ?? ''}>
            {t('reason.other')}
          </Radio>
        </div>
        {error !== null && !own ? (
          <p className={styles.error} role="alert">
            {error}
          </p>
        ) : null}
      </RadioGroup>
      {own ? (
        <TextField
          label={t('reason.own')}
          value={value}
          onChange={onChange}
          maxLength={500}
          autoFocus
          error={error}
        />
      ) : null}
    </div>
  );
}

/** The chip that is chosen, or the first: where the focus goes when the reason is what is asked next. */
export function focusReason(group: HTMLElement | null): void {
  const radios = [...(group?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [])];
  (radios.find(({ checked }) => checked) ?? radios[0])?.focus();
}
