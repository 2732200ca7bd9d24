import type { ReactElement } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import { capsOf } from '../keys/shortcut.ts';
import styles from './tooltip.module.css';

/** Milliseconds of hovering before the first one is shown; keyboard focus shows it at once. */
const DELAY_MS = 500;
const GAP_PX = 6;

export interface WithTooltipProps {
  /** The accessible name of the button or link. */
  label: string;
  /** The key that does the same, as shortcuts name it: 'Ctrl+k'. */
  shortcut?: string | undefined;
  /** A button of react-aria, or a link or button of the page within its `Focusable`. */
  children: ReactElement;
}

/** Names an element without visible text, on hover and on keyboard focus. */
export function WithTooltip({ label, shortcut, children }: WithTooltipProps) {
  return (
    <TooltipTrigger delay={DELAY_MS} closeDelay={0}>
      {children}
      <AriaTooltip className={styles.tooltip ?? ''} offset={GAP_PX}>
        <span>{label}</span>
        {shortcut === undefined ? null : (
          <span className={styles.keys}>
            {capsOf(shortcut).map((cap) => (
              <kbd key={cap}>{cap}</kbd>
            ))}
          </span>
        )}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
