import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import styles from './chips.module.css';

export interface ChipsProps<K extends string> {
  label: string;
  options: readonly { id: K; text: string }[];
  value: K | null;
  onChange(value: K): void;
  error?: string | null;
  /** Enter, while one of them has the focus. */
  onEnter?: (() => void) | undefined;
  /** The chosen one has the focus when they appear, else the first. */
  autoFocus?: boolean;
  groupRef?: RefObject<HTMLDivElement | null> | undefined;
}

/** One of a few, all of them in sight: chosen by a press, or by arrows and Space. */
export function Chips<K extends string>(props: ChipsProps<K>) {
  const { label, options, value, onChange, error = null, onEnter, autoFocus = false, groupRef } = props;
  const own = useRef<HTMLDivElement>(null);
  const group = groupRef ?? own;
  const focusAtFirst = useRef(autoFocus);
  useEffect(() => {
    if (focusAtFirst.current) focusChips(group.current);
    focusAtFirst.current = false;
  }, [group]);
  // While the key is on its way down: chips would keep it to themselves.
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || onEnter === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onEnter();
  };
  return (
    <div onKeyDownCapture={press}>
      <RadioGroup
        ref={group}
        className={styles.group ?? ''}
        value={value}
        onChange={(id) => {
          const chosen = options.find((option) => option.id === id);
          if (chosen !== undefined) onChange(chosen.id);
        }}
        isInvalid={error !== null}
      >
        <Label className={styles.label ?? ''}>{label}</Label>
        <div className={styles.chips}>
          {options.map(({ id, text }) => (
            <Radio key={id} value={id} className={styles.chip ?? ''}>
              {text}
            </Radio>
          ))}
        </div>
        {error === null ? null : (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
      </RadioGroup>
    </div>
  );
}

/** The chip that is chosen, or the first: where the focus goes when it is what is asked next. */
export function focusChips(group: HTMLElement | null): void {
  const radios = [...(group?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [])];
  (radios.find(({ checked }) => checked) ?? radios[0])?.focus();
}
