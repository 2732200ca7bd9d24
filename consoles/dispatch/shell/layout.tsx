import { History, Keyboard, Search, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { NavLink, Outlet, useLocation, useNavigate, useNavigation } from 'react-router';
import { AppFrame } from '../../shared/app/app-frame.tsx';
import links from '../../shared/app/screen-links.module.css';
import { ShortcutList } from '../../shared/app/shortcut-list.tsx';
import { NoticeLine } from '../../shared/notices/notice-line.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { useBoardPart, useBoardStore } from '../data/board-context.tsx';
import { useBoardText } from '../texts/board-texts.ts';
import { useConsoleText } from '../texts/console-texts.ts';
import { usePastText } from '../texts/past-texts.ts';
import { useWords } from '../texts/words.ts';
import { CriticalAlert } from './critical-alert.tsx';
import { Finder } from './finder.tsx';
import styles from './layout.module.css';
import { pathOf, SCREENS } from './screens.ts';
import { useNewAlerts } from './use-new-alerts.ts';
import { useShellKeys } from './use-shell-keys.ts';

type Open = 'finder' | 'shortcuts' | null;

/** Bar, screens and overlays: the finder, the list of shortcuts, notices and new alerts. */
export function Layout() {
  const t = useConsoleText();
  const words = useWords();
  const board = useBoardText();
  const past = usePastText();
  const navigate = useNavigate();
  const store = useBoardStore();
  const { state } = useNavigation();
  const [open, setOpen] = useState<Open>(null);
  const { pathname } = useLocation();
  const screens = useRef<HTMLUListElement>(null);
  const { muted, toggle, critical } = useNewAlerts(t('console.name'));
  const unresolved = useBoardPart(({ state: { alerts: all } }) => all.size);
  const hasBadge = unresolved > 0;
  // Where not all names fit, the open screen's is kept in view; the badge shifts those after it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    const here = screens.current?.querySelector(`[href$="${pathname}"]`);
    here?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname, hasBadge]);
  const openAlerts = useBoardPart(({ state: { alerts: all } }) => countOpen(all));
  useShellKeys({
    onFind: () => setOpen('finder'),
    onHelp: () => setOpen('shortcuts'),
  });
  return (
    <>
      <AppFrame
        console={t('console.name')}
        onNotification={() => void navigate('/alerts')}
        onAccount={() => void navigate('/account')}
        foot={<NoticeLine urgent={<CriticalAlert {...critical} />} />}
        navigation={
          <ul ref={screens} className={links.screens} aria-label={words('nav.label')}>
            {SCREENS.map((screen) => (
              <li key={screen}>
                <NavLink
                  to={pathOf(screen)}
                  end
                  className={({ isActive }) => `${links.link} ${isActive ? links.active : ''}`}
                >
                  {words(`nav.${screen}`)}
                  {screen === 'alerts' && unresolved > 0 ? (
                    <span
                      className={`${links.badge} ${openAlerts > 0 ? styles.open : ''}`}
                      data-testid="alert-badge"
                    >
                      {unresolved}
                    </span>
                  ) : null}
                </NavLink>
              </li>
            ))}
          </ul>
        }
        actions={
          <>
            <IconButton
              label={words('nav.search')}
              shortcut="Ctrl+k"
              icon={<Search aria-hidden size={18} />}
              onPress={() => setOpen('finder')}
            />
            <IconButton
              label={past('past.open')}
              shortcut={pathname === '/' ? 't' : undefined}
              icon={<History aria-hidden size={18} />}
              onPress={() => void navigate(`/?at=${new Date(store.view().now - 60_000).toISOString()}`)}
            />
            <IconButton
              label={board(muted ? 'sound.off' : 'sound.on')}
              icon={muted ? <VolumeX aria-hidden size={18} /> : <Volume2 aria-hidden size={18} />}
              onPress={toggle}
            />
            <IconButton
              label={board('help.title')}
              shortcut="?"
              icon={<Keyboard aria-hidden size={18} />}
              onPress={() => setOpen('shortcuts')}
              className={styles.wide}
            />
          </>
        }
      >
        {state === 'loading' ? (
          <div className={styles.progress} role="progressbar" aria-label={words('nav.label')} />
        ) : null}
        <Outlet />
      </AppFrame>
      {open === 'finder' ? <Finder onClose={() => setOpen(null)} /> : null}
      {open === 'shortcuts' ? (
        <ShortcutList title={board('help.title')} onClose={() => setOpen(null)} />
      ) : null}
    </>
  );
}

function countOpen(alerts: ReadonlyMap<string, { status: string }>): number {
  let count = 0;
  for (const { status } of alerts.values()) if (status === 'OPEN') count += 1;
  return count;
}
