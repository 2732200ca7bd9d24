import type { ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

export interface PlainButtonProps {
  children: ReactNode;
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** As wide as its container. */
  wide?: boolean;
  className?: string | undefined;
  isDisabled?: boolean;
  /** The action is pending: the button keeps its place and focus, and cannot be pressed again. */
  isPending?: boolean;
  /** `submit`: submits the form around it. */
  type?: 'button' | 'submit';
  onPress?(): void;
}

/**
 * The browser's own button, styled like `Button`: for what is drawn first and should not wait for react-aria to load.
 * It cannot open a menu or dialog of react-aria's.
 */
export function PlainButton({
  children,
  kind = 'secondary',
  wide = false,
  className,
  isDisabled = false,
  isPending = false,
  type = 'button',
  onPress,
}: PlainButtonProps) {
  return (
    <button
      type={type}
      className={classNames(styles.button, styles.plain, styles[kind], wide && styles.wide, className)}
      disabled={isDisabled}
      aria-disabled={isPending || undefined}
      data-disabled={isDisabled || undefined}
      data-pending={isPending || undefined}
      onClick={(event) => {
        if (isPending) event.preventDefault();
        else onPress?.();
      }}
    >
      {children}
    </button>
  );
}
