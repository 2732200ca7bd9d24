import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useFormats } from '../../shared/i18n/locale.tsx';
import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { useLiveHub } from '../../shared/live-store/live-context.tsx';
import { useAccount, useApi } from '../../shared/session/session-context.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { ErrorBoundary } from '../../shared/ui/error-boundary.tsx';
import { PlainButton } from '../../shared/ui/plain-button.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { DriverContext, usePhone, useView } from '../data/driver-context.tsx';
import { DriverRuntime } from '../data/driver-runtime.ts';
import { applyUpdate, waitingVersion, watchTaps } from '../device/updates.ts';
import styles from '../parts/chrome.module.css';
import { go, type Place, placeOf, usePath } from '../parts/paths.ts';
import { PlaceLink } from '../parts/place-link.tsx';
import { AsideOffers, OpenOffer } from '../screens/offers.tsx';
import { TaskScreen } from '../screens/task-screen.tsx';
import { WorkScreen } from '../screens/work-screen.tsx';
import { useText } from '../texts/driver-texts.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Header } from './header.tsx';

// Secondary screens are loaded later; the service worker stores all of them, so none needs a network.
const RouteScreen = lazy(async () => ({
  default: (await import('../screens/route-screen.tsx')).RouteScreen,
}));
const CashScreen = lazy(async () => ({ default: (await import('../screens/cash-screen.tsx')).CashScreen }));
const MoreScreen = lazy(async () => ({ default: (await import('../screens/more-screen.tsx')).MoreScreen }));
const StepsScreen = lazy(async () => ({
  default: (await import('../screens/steps-screen.tsx')).StepsScreen,
}));
const NotificationsScreen = lazy(async () => ({
  default: (await import('../screens/notifications-screen.tsx')).NotificationsScreen,
}));
const SettingsScreen = lazy(async () => ({
  default: (await import('../screens/settings-screen.tsx')).SettingsScreen,
}));
const AccountScreen = lazy(async () => ({
  default: (await import('../screens/account-screen.tsx')).AccountScreen,
}));
/** Loaded before the driver can do anything that it would report. */
const NoticeCorner = lazy(async () => ({
  default: (await import('../../shared/notices/notice-corner.tsx')).NoticeCorner,
}));
const ApplicantApp = lazy(async () => ({
  default: (await import('../apply/applicant-app.tsx')).ApplicantApp,
}));

/** The app after sign-in: for drivers and applicants. */
export function DriverShell() {
  const isDriver = useAccount().roles.includes('DRIVER');
  return isDriver ? <DriversApp /> : <ApplicantApp />;
}

function DriversApp() {
  const runtime = useRuntime();
  if (runtime === null) return <Skeleton lines={6} />;
  return (
    <DriverContext value={runtime}>
      <Shell />
    </DriverContext>
  );
}

/** Opened with the account and the live connection, and closed with them. */
function useRuntime(): DriverRuntime | null {
  const api = useApi();
  const hub = useLiveHub();
  const { id: accountId } = useAccount();
  const [runtime, setRuntime] = useState<DriverRuntime | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  useEffect(() => {
    if (hub === null) return;
    let opened: DriverRuntime | null = null;
    let left = false;
    DriverRuntime.open({ api, hub, accountId }).then(
      (found) => {
        if (left) return found.close();
        opened = found;
        setRuntime(found);
      },
      (error: unknown) => setFault(error),
    );
    return () => {
      left = true;
      opened?.close();
      setRuntime(null);
    };
  }, [api, hub, accountId]);
  if (fault !== null) throw fault;
  return runtime;
}

function Shell() {
  const t = useSharedText();
  const path = usePath();
  const place = placeOf(path);
  useEffect(() => watchTaps((to) => go(placeOf(to))), []);
  useKeptFocus();
  return (
    <div className={styles.app}>
      <a href="#main" className={styles.skip}>
        {t('skip')}
      </a>
      <Header />
      <main id="main" className={styles.scroll} tabIndex={-1}>
        <div className={styles.main}>
          <UpdateBanner />
          <RefusedBanner place={place} />
          <StateBanner />
          <AsideOffers />
          <ErrorBoundary resetKey={path}>
            <Suspense fallback={<Skeleton lines={6} />}>
              <Screen place={place} />
            </Suspense>
          </ErrorBoundary>
        </div>
      </main>
      <BottomBar place={place} />
      <OpenOffer />
      <Suspense>
        <NoticeCorner />
      </Suspense>
    </div>
  );
}

/** The focus cannot be lost before the first step, so this is loaded after everything the work needs. */
function useKeptFocus(): void {
  useEffect(() => {
    let end: (() => void) | null = null;
    let left = false;
    import('../../shared/focus/focus-keeper.ts').then(
      ({ keepFocus }) => {
        if (!left) end = keepFocus();
      },
      () => undefined,
    );
    return () => {
      left = true;
      end?.();
    };
  }, []);
}

function Screen({ place }: { place: Place }) {
  switch (place.screen) {
    case 'work':
      return <WorkScreen />;
    case 'task':
      return <TaskScreen taskId={place.taskId} />;
    case 'route':
      return <RouteScreen />;
    case 'cash':
      return <CashScreen />;
    case 'more':
      return <MoreScreen />;
    case 'steps':
      return <StepsScreen />;
    case 'notifications':
      return <NotificationsScreen />;
    case 'settings':
      return <SettingsScreen />;
    case 'account':
      return <AccountScreen section={place.section} />;
  }
}

function UpdateBanner() {
  const t = useText();
  const shared = useSharedText();
  const waiting = useSyncExternalStore(waitingVersion.subscribe, waitingVersion.get);
  if (waiting === null) return null;
  return (
    <Banner
      tone="info"
      actions={
        <>
          <PlainButton kind="primary" onPress={applyUpdate}>
            {shared('update.apply')}
          </PlainButton>
          <PlainButton onPress={() => waitingVersion.set(null)}>{t('update.later')}</PlainButton>
        </>
      }
    >
      {shared('update.available')}
    </Banner>
  );
}

/** A refusal is shown on every screen until it has been read. */
function RefusedBanner({ place }: { place: Place }) {
  const t = useText();
  const { queue } = usePhone();
  if (queue.refused === 0 || place.screen === 'steps') return null;
  return (
    <Banner tone="danger" announce="assertive">
      {t('queue.refusedBanner', { count: queue.refused })}{' '}
      <PlaceLink to={{ screen: 'steps' }}>{t('queue.look')}</PlaceLink>
    </Banner>
  );
}

/** How old the displayed data may be. */
function StateBanner() {
  const t = useText();
  const { dayAndTime } = useFormats();
  const { connection, live } = usePhone();
  const { readAt } = useView();
  if (connection.kind === 'offline') {
    if (readAt === null) return null;
    return <Banner tone="warning">{t('connection.snapshot', { time: dayAndTime(readAt) })}</Banner>;
  }
  return live === 'stale' ? <Banner tone="warning">{t('connection.paused')}</Banner> : null;
}
