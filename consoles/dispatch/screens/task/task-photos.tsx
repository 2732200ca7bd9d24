import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { IconButton } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import type { DispatchTask } from '../../data/task-actions.ts';
import { usePanelText } from '../../texts/panel-texts.ts';
import { PhoneTime } from './phone-time.tsx';
import styles from './task-photos.module.css';

type Photo = NonNullable<DispatchTask['photos']>[number];

interface TaskPhotosProps {
  photos: readonly Photo[];
  driverName(driverId: string): string;
  onExpired(): void;
}

/**
 * The driver's photos, oldest first. A photo's address is a signed link of a few minutes, so the request carries no
 * token. `onExpired` is called when a link no longer works, and brings others.
 */
export function TaskPhotos({ photos, driverName, onExpired }: TaskPhotosProps) {
  const t = usePanelText();
  const { number, dayAndTime } = useFormats();
  const [shown, setShown] = useState<number | null>(null);
  const altOf = ({ driverId, occurredAt, at }: Photo, index: number) =>
    t('photos.alt', {
      number: number(index + 1),
      driver: driverName(driverId),
      time: dayAndTime(occurredAt ?? at),
    });
  const photo = shown === null ? undefined : photos[shown];
  return (
    <section className={styles.photos}>
      <h3>{t('photos.title')}</h3>
      <ul className={styles.row}>
        {photos.map((each, index) => (
          <li key={each.id}>
            <button
              type="button"
              className={styles.small}
              aria-label={t('photos.open', { number: number(index + 1), count: number(photos.length) })}
              onClick={() => setShown(index)}
            >
              <img
                src={each.url}
                width={each.width}
                height={each.height}
                alt={altOf(each, index)}
                loading="lazy"
                onError={onExpired}
              />
            </button>
            <PhoneTime at={each.at} occurredAt={each.occurredAt} />
          </li>
        ))}
      </ul>
      {shown === null || photo === undefined ? null : (
        <Viewer
          photo={photo}
          alt={altOf(photo, shown)}
          index={shown}
          count={photos.length}
          onGo={setShown}
          onClose={() => setShown(null)}
          onExpired={onExpired}
        />
      )}
    </section>
  );
}

interface ViewerProps {
  photo: Photo;
  alt: string;
  index: number;
  count: number;
  onGo(index: number): void;
  onClose(): void;
  onExpired(): void;
}

/** One photo as large as the window allows; arrow keys move on, Escape closes it. */
function Viewer({ photo, alt, index, count, onGo, onClose, onExpired }: ViewerProps) {
  const t = usePanelText();
  const { number } = useFormats();
  const go = (by: number) => onGo(Math.min(count - 1, Math.max(0, index + by)));
  const keyDown = (event: KeyboardEvent) => {
    const forward = document.documentElement.dir === 'rtl' ? -1 : 1;
    if (event.key === 'ArrowRight') go(forward);
    else if (event.key === 'ArrowLeft') go(-forward);
  };
  return (
    <Dialog
      wide
      title={t('photos.one', { number: number(index + 1), count: number(count) })}
      onClose={onClose}
      actions={
        count === 1 ? undefined : (
          <>
            <IconButton
              kind="secondary"
              label={t('photos.previous')}
              icon={<ChevronLeft aria-hidden size={18} className="mirrored" />}
              isDisabled={index === 0}
              onPress={() => go(-1)}
            />
            <IconButton
              kind="secondary"
              label={t('photos.next')}
              icon={<ChevronRight aria-hidden size={18} className="mirrored" />}
              isDisabled={index === count - 1}
              onPress={() => go(1)}
            />
          </>
        )
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shorter way beside the two buttons. */}
      <div className={styles.large} onKeyDown={keyDown}>
        <img src={photo.url} width={photo.width} height={photo.height} alt={alt} onError={onExpired} />
        <PhoneTime at={photo.at} occurredAt={photo.occurredAt} />
      </div>
    </Dialog>
  );
}
