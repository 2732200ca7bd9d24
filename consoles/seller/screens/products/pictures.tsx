import { ChevronLeft, ChevronRight, ImageUp, X } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { DropZone, FileTrigger } from 'react-aria-components';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { Card } from '../../../shared/account/card.tsx';
import { dataOf } from '../../../shared/api/client.ts';
import { pictureBody } from '../../../shared/api/picture-body.ts';
import { ProblemError } from '../../../shared/api/problem.ts';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useNoStrayDrop } from '../../parts/use-no-stray-drop.ts';
import { useEditorText } from '../../texts/editor-texts.ts';
import styles from './product-editor.module.css';

export type Picture = components['schemas']['ProductImage'];

const MAX_PICTURES = 12;
const KINDS = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];

export interface PicturesProps {
  /** Null while the product was not saved. */
  productId: string | null;
  pictures: readonly Picture[];
  /** Order, words and what is to go; saved with the product. */
  onChange(pictures: Picture[]): void;
  /** A picture is on record at once: the product is another version. */
  onAdded(): Promise<void>;
}

/** Pictures of a product: dropped or chosen, put in order, described for those who cannot see them. */
export function Pictures({ productId, pictures, onChange, onAdded }: PicturesProps) {
  const t = useEditorText();
  const api = useApi();
  const [pending, setPending] = useState(false);
  useNoStrayDrop();
  const add = async (files: readonly File[]) => {
    if (productId === null) return;
    const room = MAX_PICTURES - pictures.length;
    if (files.length > room)
      notify({
        tone: 'warning',
        title: t('pictures.tooMany', { count: MAX_PICTURES, left: files.length - room }),
      });
    setPending(true);
    for (const file of files.slice(0, room)) {
      try {
        await dataOf(
          api.POST('/seller/products/{id}/images', {
            params: { path: { id: productId } },
            ...pictureBody(file),
          } as never),
        );
      } catch (error) {
        const detail = error instanceof ProblemError ? error.title : undefined;
        notify({ tone: 'danger', title: t('pictures.failed', { name: file.name }), detail });
      }
    }
    await onAdded();
    setPending(false);
  };
  const move = (from: number, to: number) => {
    const moved = pictures[from];
    if (moved !== undefined) onChange(pictures.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  /** The picture that is dragged, and the order that comes back when it is let go beside the others. */
  const [grabbed, setGrabbed] = useState<{ id: string; former: readonly Picture[] } | null>(null);
  const over = (event: DragEvent, at: number) => {
    if (grabbed === null) return;
    event.preventDefault();
    const from = pictures.findIndex(({ id }) => id === grabbed.id);
    if (from !== at) move(from, at);
  };
  const letGo = (event: DragEvent) => {
    if (grabbed !== null && event.dataTransfer.dropEffect === 'none') {
      const place = new Map(grabbed.former.map(({ id }, at) => [id, at]));
      onChange(pictures.toSorted((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0)));
    }
    setGrabbed(null);
  };
  return (
    <Card title={t('pictures.title')} hint={t(productId === null ? 'pictures.later' : 'pictures.hint')}>
      {productId === null || pictures.length >= MAX_PICTURES ? null : (
        <DropZone
          aria-label={t('pictures.dropHere')}
          className={styles.drop ?? ''}
          onDrop={async ({ items }) => {
            const files = await Promise.all(
              items.map(async (item) => (item.kind === 'file' ? item.getFile() : null)),
            );
            await add(files.filter((file) => file !== null));
          }}
        >
          <ImageUp aria-hidden size={24} />
          <span>{t('pictures.drop')}</span>
          <FileTrigger
            allowsMultiple
            acceptedFileTypes={KINDS}
            onSelect={(list) => void add([...(list ?? [])])}
          >
            <Button isPending={pending}>{t('pictures.choose')}</Button>
          </FileTrigger>
        </DropZone>
      )}
      <ol className={styles.pictures}>
        {pictures.map((picture, at) => (
          <li
            key={picture.id}
            data-picture={picture.id}
            data-grabbed={grabbed?.id === picture.id}
            onDragOver={(event: DragEvent) => over(event, at)}
            onDrop={(event: DragEvent) => event.preventDefault()}
          >
            <img
              src={picture.url}
              alt={picture.alt.en}
              className={styles.picture}
              draggable={pictures.length > 1}
              onDragStart={(event: DragEvent) => {
                event.dataTransfer.effectAllowed = 'move';
                setGrabbed({ id: picture.id, former: pictures });
              }}
              onDragEnd={letGo}
            />
            <div className={styles.words}>
              {(['en', 'ar'] as const).map((language) => (
                <TextField
                  key={language}
                  label={t(`pictures.alt.${language}`)}
                  writtenIn={language}
                  maxLength={250}
                  value={picture.alt[language]}
                  onChange={(text) =>
                    onChange(
                      pictures.map((each) =>
                        each.id === picture.id ? { ...each, alt: { ...each.alt, [language]: text } } : each,
                      ),
                    )
                  }
                />
              ))}
            </div>
            <div className={styles.line}>
              <IconButton
                kind="quiet"
                label={t('pictures.earlier')}
                isDisabled={at === 0}
                icon={<ChevronLeft aria-hidden size={16} className={styles.arrow} />}
                onPress={() => move(at, at - 1)}
              />
              <IconButton
                kind="quiet"
                label={t('pictures.later.move')}
                isDisabled={at === pictures.length - 1}
                icon={<ChevronRight aria-hidden size={16} className={styles.arrow} />}
                onPress={() => move(at, at + 1)}
              />
              <IconButton
                kind="quiet"
                label={t('pictures.remove')}
                icon={<X aria-hidden size={16} />}
                onPress={() => onChange(pictures.filter(({ id }) => id !== picture.id))}
              />
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
