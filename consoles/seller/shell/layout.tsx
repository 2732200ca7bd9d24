import { Keyboard, Package, Search, Settings, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { NavLink, Outlet, useLocation, useNavigate } from 'react-router';
import { AppFrame } from '../../shared/app/app-frame.tsx';
import { type Findable, Finder } from '../../shared/app/finder.tsx';
import links from '../../shared/app/screen-links.module.css';
import { ShortcutList } from '../../shared/app/shortcut-list.tsx';
import { useLocaleChoice } from '../../shared/i18n/locale.tsx';
import { undoLast } from '../../shared/keys/undo.ts';
import { useShortcuts } from '../../shared/keys/use-shortcuts.ts';
import { NoticeLine } from '../../shared/notices/notice-line.tsx';
import { notify } from '../../shared/notices/notices.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { useOrders } from '../data/orders-context.tsx';
import { useShop } from '../data/shop-context.tsx';
import { stageOf } from '../orders/stages.ts';
import { useConsoleText } from '../texts/console-texts.ts';
import { useOrderText } from '../texts/order-texts.ts';
import { SCREENS } from './screens.ts';
import { useNewOrders } from './use-new-orders.ts';

type Open = 'finder' | 'shortcuts' | null;

/** Bar, screens and what is above all of them: the finder, the list of shortcuts, notices, how the shop stands. */
export function Layout() {
  const t = useConsoleText();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const bar = useRef<HTMLUListElement>(null);
  // On a phone the bar is wider than the page: the screen that is shown must be seen in it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the address.
  useEffect(() => {
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  const [open, setOpen] = useState<Open>(null);
  const { muted, toggle } = useNewOrders(t('console.name'));
  const { groups } = useOrders();
  const waiting = useMemo(
    () => [...groups.values()].filter((group) => stageOf(group) === 'new').length,
    [groups],
  );
  useShortcuts(t('keys.everywhere'), [
    { keys: 'Ctrl+k', label: t('nav.find'), run: () => setOpen('finder'), whileTyping: true },
    {
      keys: 'Ctrl+z',
      label: t('keys.undo'),
      run: () => {
        if (!undoLast()) notify({ tone: 'info', title: t('keys.nothingToUndo') });
      },
    },
    ...SCREENS.map(({ name, path }, at) => ({
      keys: String(at + 1),
      label: t(`nav.${name}`),
      run: () => void navigate(path),
    })),
    { keys: '?', label: t('keys.help'), run: () => setOpen('shortcuts') },
  ]);
  return (
    <>
      <AppFrame
        console={t('console.name')}
        onNotification={({ data: { orderGroupId } }) =>
          void navigate(typeof orderGroupId === 'string' ? `/?order=${orderGroupId}` : '/')
        }
        onAccount={() => void navigate('/account')}
        foot={<NoticeLine />}
        navigation={
          <ul ref={bar} className={links.screens} aria-label={t('nav.label')}>
            {SCREENS.map(({ name, path }) => (
              <li key={name}>
                <NavLink
                  to={path}
                  end={path === '/'}
                  className={({ isActive }) => `${links.link} ${isActive ? links.active : ''}`}
                >
                  {t(`nav.${name}`)}
                  {name === 'orders' && waiting > 0 ? (
                    <span className={links.badge} data-testid="new-badge">
                      {waiting}
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
              label={`${t('nav.find')} (Ctrl+K)`}
              icon={<Search aria-hidden size={18} />}
              onPress={() => setOpen('finder')}
            />
            <IconButton
              label={t(muted ? 'sound.off' : 'sound.on')}
              icon={muted ? <VolumeX aria-hidden size={18} /> : <Volume2 aria-hidden size={18} />}
              onPress={toggle}
            />
            <IconButton
              label={t('keys.title')}
              icon={<Keyboard aria-hidden size={18} />}
              onPress={() => setOpen('shortcuts')}
            />
          </>
        }
      >
        <Standing />
        <Outlet />
      </AppFrame>
      {open === 'finder' ? <OrderFinder onClose={() => setOpen(null)} /> : null}
      {open === 'shortcuts' ? <ShortcutList title={t('keys.title')} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

/** What the shop's state means for what is on the board. */
function Standing() {
  const t = useConsoleText();
  const { locale } = useLocaleChoice();
  const { seller } = useShop();
  const shop = seller.displayName[locale];
  if (seller.status === 'SUSPENDED')
    return (
      <Banner tone="warning" title={t('state.suspended.title')}>
        {t('state.suspended.detail', { shop })}
      </Banner>
    );
  if (seller.status === 'CLOSED')
    return (
      <Banner tone="info" title={t('state.closed.title')}>
        {t('state.closed.detail', { shop })}
      </Banner>
    );
  return seller.onVacation ? <Banner tone="info">{t('state.vacation')}</Banner> : null;
}

function OrderFinder({ onClose }: { onClose(): void }) {
  const t = useConsoleText();
  const word = useOrderText();
  const navigate = useNavigate();
  const { groups } = useOrders();
  const everything = useMemo<Findable[]>(
    () => [
      ...SCREENS.map(({ name, path, icon }) => ({
        id: `screen-${name}`,
        icon,
        text: t(`nav.${name}`),
        hint: '',
        to: path,
      })),
      { id: 'screen-account', icon: Settings, text: t('nav.account'), hint: '', to: '/account' },
      ...[...groups.values()].map(({ groupId, orderNumber, buyerName, firstLine, status }) => ({
        id: groupId,
        icon: Package,
        text: orderNumber,
        hint: [buyerName, firstLine, word(`status.${status}`)].filter(Boolean).join(' · '),
        to: `/?order=${groupId}`,
      })),
    ],
    [groups, t, word],
  );
  return (
    <Finder
      label={t('nav.find')}
      nothing={t('nav.nothing')}
      everything={everything}
      onGo={(to) => void navigate(to)}
      onClose={onClose}
    />
  );
}
