import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useLocaleChoice } from '../i18n/locale.tsx';
import styles from './splitter.module.css';
import type { Split } from './use-split.ts';

export interface SplitterProps extends Split {
  /** Accessible name: what it resizes. */
  label: string;
}

const STEP = 16;
const BIG_STEP = 96;

/** Resizes two adjacent parts: dragged, or moved with the arrow keys; a double click resets the width. */
export function Splitter({ label, size, least, most, onSize, onReset }: SplitterProps) {
  const { direction } = useLocaleChoice();
  const sign = direction === 'rtl' ? -1 : 1;
  const from = useRef<{ x: number; size: number } | null>(null);
  const down = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, size };
  };
  const move = ({ clientX }: PointerEvent) => {
    if (from.current !== null) onSize(from.current.size + sign * (clientX - from.current.x));
  };
  const up = () => {
    from.current = null;
  };
  const keyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? BIG_STEP : STEP;
    if (event.key === 'ArrowRight') onSize(size + sign * step);
    else if (event.key === 'ArrowLeft') onSize(size - sign * step);
    else if (event.key === 'Home') onSize(least);
    else if (event.key === 'End') onSize(most);
    else if (event.key === 'Enter') onReset();
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is a widget, and no <hr>.
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={size}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      className={styles.splitter}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
      onDoubleClick={onReset}
      onKeyDown={keyDown}
    />
  );
}
