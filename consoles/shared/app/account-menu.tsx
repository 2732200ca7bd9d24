import { CircleQuestionMark, LogOut, Monitor, Moon, Settings, Sun, UserRound } from 'lucide-react';
import { useLocaleChoice } from '../i18n/locale.tsx';
import { useSharedText } from '../i18n/shared-texts.ts';
import { useAccount, useSession } from '../session/session-context.tsx';
import { type ThemeChoice, useTheme } from '../theme/theme.tsx';
import { IconButton } from '../ui/button.tsx';
import { Menu, MenuItem, MenuSection } from '../ui/menu.tsx';

const THEMES = [
  { id: 'system', icon: Monitor },
  { id: 'light', icon: Sun },
  { id: 'dark', icon: Moon },
] as const;

export interface AccountMenuProps {
  onSignOutFailed(error: unknown): void;
  /** Opens the account's own pages. */
  onOpen?: (() => void) | undefined;
}

/** Who is signed in, the theme, the account's own pages, the guide, and sign-out. */
export function AccountMenu({ onSignOutFailed, onOpen }: AccountMenuProps) {
  const t = useSharedText();
  const { locale } = useLocaleChoice();
  const session = useSession();
  const account = useAccount();
  const { choice, choose } = useTheme();
  return (
    <Menu
      label={t('account.menu')}
      trigger={<IconButton label={account.displayName} icon={<UserRound aria-hidden size={18} />} />}
      onAction={(key) => {
        if (key === 'open') onOpen?.();
        if (key === 'sign-out') session.signOut().catch(onSignOutFailed);
      }}
    >
      <MenuSection
        title={t('theme.label')}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[choice]}
        onSelectionChange={(keys) => {
          const [chosen] = [...keys];
          if (chosen !== undefined) choose(chosen as ThemeChoice);
        }}
      >
        {THEMES.map(({ id, icon: Icon }) => (
          <MenuItem key={id} id={id} icon={<Icon aria-hidden size={16} />}>
            {t(`theme.${id}`)}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuSection title={account.email ?? account.displayName}>
        {onOpen === undefined ? null : (
          <MenuItem id="open" icon={<Settings aria-hidden size={16} />}>
            {t('account.open')}
          </MenuItem>
        )}
        <MenuItem
          id="guide"
          href={`/guide/${locale}/`}
          target="_blank"
          icon={<CircleQuestionMark aria-hidden size={16} />}
        >
          {t('account.guide')}
        </MenuItem>
        <MenuItem id="sign-out" icon={<LogOut aria-hidden size={16} className="mirrored" />}>
          {t('account.signOut')}
        </MenuItem>
      </MenuSection>
    </Menu>
  );
}
