import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { WithTooltip } from './tooltip.tsx';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  children: ReactNode;
  /** At most one `primary` per screen; `quiet` for buttons in rows and bars. */
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'small' | 'normal';
  /** As wide as its container. */
  wide?: boolean;
  className?: string | undefined;
}

/** While `isPending` it keeps its place and focus, is announced to screen readers, and cannot be pressed again. */
export function Button({
  children,
  kind = 'secondary',
  size = 'normal',
  wide,
  className,
  ...props
}: ButtonProps) {
  const names = classNames(
    styles.button,
    styles[kind],
    size === 'small' && styles.small,
    wide && styles.wide,
    className,
  );
  return (
    <AriaButton {...props} className={names}>
      {children}
    </AriaButton>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'wide' | 'aria-label'> {
  /** What it does: the accessible name, shown as a tooltip on hover and on keyboard focus. */
  label: string;
  icon: ReactNode;
  /** The equivalent shortcut, shown in the tooltip: 'Ctrl+k'. */
  shortcut?: string | undefined;
}

export function IconButton({
  label,
  icon,
  kind = 'quiet',
  size = 'normal',
  shortcut,
  className,
  ...props
}: IconButtonProps) {
  const names = classNames(
    styles.button,
    styles.icon,
    styles[kind],
    size === 'small' && styles.small,
    className,
  );
  return (
    <WithTooltip label={label} shortcut={shortcut}>
      <AriaButton {...props} aria-label={label} className={names}>
        <span className={styles.glyph}>{icon}</span>
      </AriaButton>
    </WithTooltip>
  );
}
