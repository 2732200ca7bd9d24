import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../texts/driver-texts.ts';
import styles from './chrome.module.css';
import type { Place } from './paths.ts';
import { PlaceLink } from './place-link.tsx';

export function ScreenTitle({ children, back }: { children: ReactNode; back?: Place }) {
  const t = useText();
  return (
    <div className={styles.bar}>
      {back === undefined ? null : (
        <PlaceLink to={back} className={styles.back} label={t('back')}>
          <ArrowLeft aria-hidden size={24} className="mirrored" />
        </PlaceLink>
      )}
      <h1>{children}</h1>
    </div>
  );
}
