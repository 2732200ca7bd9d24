import { type KeyboardEvent, useEffect, useRef } from 'react';
import styles from './offer-grid.module.css';

export interface CellInputProps {
  label: string;
  /** `typed`: begun by a letter, so that arrows go on to the next cell; `opened`: they move within the text. */
  typing: { text: string; begun: 'typed' | 'opened' };
  /** The id of what says what is wrong. */
  fault: string | null;
  onText(text: string): void;
  /** Null gives up what was typed. */
  onClose(text: string | null, down?: number, across?: number): void;
}

/** The field in a cell that is being edited. */
export function CellInput({ label, typing, fault, onText, onClose }: CellInputProps) {
  const field = useRef<HTMLInputElement>(null);
  const closed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens.
  useEffect(() => {
    field.current?.focus();
    if (typing.begun === 'opened') field.current?.select();
  }, []);
  const close = (text: string | null, down?: number, across?: number) => {
    closed.current = true;
    onClose(text, down, across);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const by = event.shiftKey ? -1 : 1;
    const arrows = typing.begun === 'typed';
    if (event.key === 'Enter') close(typing.text, by);
    else if (event.key === 'Tab') close(typing.text, 0, by);
    else if (event.key === 'Escape') close(null);
    else if (arrows && event.key === 'ArrowDown') close(typing.text, 1);
    else if (arrows && event.key === 'ArrowUp') close(typing.text, -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      ref={field}
      className={styles.input}
      aria-label={label}
      aria-invalid={fault !== null}
      {...(fault === null ? {} : { 'aria-describedby': fault })}
      value={typing.text}
      maxLength={40}
      dir="auto"
      autoComplete="off"
      onChange={({ target }) => onText(target.value)}
      onKeyDown={press}
      onBlur={() => {
        if (!closed.current) close(typing.text);
      }}
    />
  );
}
