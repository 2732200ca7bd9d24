import { useEffect, useState } from 'react';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { useLocalTasks } from '../data/driver-context.tsx';
import { isOffer } from '../tasks/open-tasks.ts';
import { useText } from '../texts/driver-texts.ts';
import { OfferSheet } from './offer-sheet.tsx';

const AGAIN = 'wasl-offer-again';

/** An offer opens by itself, once; put aside, it waits in a line of its own. */
export function OfferLine() {
  const t = useText();
  const offer = useLocalTasks().find(isOffer);
  if (offer === undefined) return null;
  return (
    <Banner
      tone="info"
      title={t('offer.title')}
      announce="off"
      actions={
        <Button kind="primary" onPress={() => window.dispatchEvent(new Event(AGAIN))}>
          {t('task.open')}
        </Button>
      }
    />
  );
}

/** Over every screen. */
export function Offers() {
  const offer = useLocalTasks().find(isOffer);
  const [aside, setAside] = useState<string | null>(null);
  useEffect(() => {
    const show = () => setAside(null);
    window.addEventListener(AGAIN, show);
    return () => window.removeEventListener(AGAIN, show);
  }, []);
  const id = offer?.task.offer?.id;
  if (offer === undefined || id === undefined || id === aside) return null;
  return <OfferSheet key={id} local={offer} onClose={() => setAside(id)} />;
}
