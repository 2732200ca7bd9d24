import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { classNames } from './class-names.ts';

export type Tone = 'info' | 'success' | 'warning' | 'danger';

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

export interface BannerProps {
  tone: Tone;
  title?: string | undefined;
  children?: ReactNode;
  /** Buttons, after the text. */
  actions?: ReactNode;
  /** `assertive` interrupts a screen reader: for blocking problems. `off` if another element announces it. */
  announce?: 'polite' | 'assertive' | 'off';
}

/** A message that stays until its cause is gone. */
export function Banner({ tone, title, children, actions, announce = 'polite' }: BannerProps) {
  const Icon = ICONS[tone];
  const role = { polite: 'status', assertive: 'alert', off: undefined }[announce];
  return (
    <div className={classNames(styles.banner, styles[tone])} role={role}>
      <Icon aria-hidden size={18} className={styles.icon} />
      <div className={styles.text}>
        {title === undefined ? null : <p className={styles.title}>{title}</p>}
        {children === undefined ? null : <div>{children}</div>}
      </div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
