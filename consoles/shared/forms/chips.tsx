import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import styles from './chips.module.css';

export interface ChipsProps<K extends string> {
  label: string;
  options: readonly { id: K; text: string }[];
  value: K | null;
  onChange(value: K): void;
  error?: string | null;
  /** Called on Enter while one of them has the focus. */
  onEnter?: (() => void) | undefined;
  /** Focuses the chosen chip on mount, else the first. */
  autoFocus?: boolean;
  groupRef?: RefObject<HTMLDivElement | null> | undefined;
}

/** A choice among a few, all visible: by click, or by arrows and Space. */
export function Chips<K extends string>(props: ChipsProps<K>) {
  const { label, options, value, onChange, error = null, onEnter, autoFocus = false, groupRef } = props;
  const own = useRef<HTMLDivElement>(null);
  const group = groupRef ?? own;
  const focusAtFirst = useRef(autoFocus);
  useEffect(() => {
    if (focusAtFirst.current) focusChips(group.current);
    focusAtFirst.current = false;
  }, [group]);
  // In the capture phase: chips would stop the event.
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

/** Focuses the chosen chip, else the first: used when it is the next thing to fill in. */
export function focusChips(group: HTMLElement | null): void {
  const radios = [...(group?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [])];
  (radios.find(({ checked }) => checked) ?? radios[0])?.focus();
}
