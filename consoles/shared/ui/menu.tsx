import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  type MenuItemProps as AriaMenuItemProps,
  type MenuProps as AriaMenuProps,
  MenuSection as AriaMenuSection,
  type MenuSectionProps as AriaMenuSectionProps,
  Header,
  MenuTrigger,
  Popover,
} from 'react-aria-components';
import styles from './menu.module.css';

export interface MenuProps<T extends object> extends Omit<AriaMenuProps<T>, 'className' | 'style'> {
  /** The button that opens it. */
  trigger: ReactNode;
  label: string;
}

/** A button with a menu: opened by click, Enter or arrow keys, searched by typing. */
export function Menu<T extends object>({ trigger, label, ...props }: MenuProps<T>) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={styles.popover ?? ''} placement="bottom end">
        <AriaMenu {...props} aria-label={label} className={styles.menu ?? ''} />
      </Popover>
    </MenuTrigger>
  );
}

export interface MenuItemProps extends Omit<AriaMenuItemProps, 'className' | 'style' | 'children'> {
  children: ReactNode;
  icon?: ReactNode;
  /** The shortcut, at the end of the line. */
  hint?: ReactNode;
}

export function MenuItem({ children, icon, hint, ...props }: MenuItemProps) {
  return (
    <AriaMenuItem
      {...props}
      className={styles.item ?? ''}
      {...(typeof children === 'string' ? { textValue: children } : {})}
    >
      {({ isSelected, selectionMode }) => (
        <>
          <span className={styles.glyph}>
            {selectionMode !== 'none' && isSelected ? <Check aria-hidden size={16} /> : icon}
          </span>
          <span className={styles.text}>{children}</span>
          {hint}
        </>
      )}
    </AriaMenuItem>
  );
}

export interface MenuSectionProps<T extends object>
  extends Omit<AriaMenuSectionProps<T>, 'className' | 'style'> {
  title: string;
  children: ReactNode;
}

export function MenuSection<T extends object>({ title, children, ...props }: MenuSectionProps<T>) {
  return (
    <AriaMenuSection {...props}>
      <Header className={styles.header ?? ''}>{title}</Header>
      {children}
    </AriaMenuSection>
  );
}
