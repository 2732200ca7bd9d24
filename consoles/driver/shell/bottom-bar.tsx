import { Banknote, Ellipsis, Package, Route } from 'lucide-react';
import styles from '../parts/chrome.module.css';
import type { Place } from '../parts/paths.ts';
import { PlaceLink } from '../parts/place-link.tsx';
import { useText } from '../texts/driver-texts.ts';

const TABS = [
  { screen: 'work', icon: Package, holds: ['work', 'task'] },
  { screen: 'route', icon: Route, holds: ['route'] },
  { screen: 'cash', icon: Banknote, holds: ['cash'] },
  { screen: 'more', icon: Ellipsis, holds: ['more', 'steps', 'notifications', 'settings', 'account'] },
] as const satisfies readonly { screen: Place['screen']; icon: unknown; holds: readonly Place['screen'][] }[];

export function BottomBar({ place }: { place: Place }) {
  const t = useText();
  return (
    <nav className={styles.tabs} aria-label={t('nav.label')}>
      {TABS.map(({ screen, icon: Icon, holds }) => (
        <PlaceLink
          key={screen}
          to={{ screen }}
          className={styles.tab}
          current={(holds as readonly string[]).includes(place.screen)}
        >
          <Icon aria-hidden size={24} />
          <span>{t(`nav.${screen}`)}</span>
        </PlaceLink>
      ))}
    </nav>
  );
}
