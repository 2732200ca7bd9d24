import { ChevronLeft, ChevronRight, ImageUp, X } from 'lucide-react';
import { useState } from 'react';
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
import { useEditorText } from '../../texts/editor-texts.ts';
import styles from './product-editor.module.css';

export type Picture = components['schemas']['ProductImage'];

const MOST = 12;
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
  const add = async (files: readonly File[]) => {
    if (productId === null) return;
    setPending(true);
    for (const file of files.slice(0, MOST - pictures.length)) {
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
  const move = (at: number, by: 1 | -1) => {
    const next = [...pictures];
    const [moved] = next.splice(at, 1);
    if (moved !== undefined) next.splice(at + by, 0, moved);
    onChange(next);
  };
  return (
    <Card title={t('pictures.title')} hint={t(productId === null ? 'pictures.later' : 'pictures.hint')}>
      {productId === null || pictures.length >= MOST ? null : (
        <DropZone
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
          <li key={picture.id} data-picture={picture.id}>
            <img src={picture.url} alt={picture.alt.en} className={styles.picture} />
            <div className={styles.words}>
              {(['en', 'ar'] as const).map((language) => (
                <TextField
                  key={language}
                  label={t(`pictures.alt.${language}`)}
                  leftToRight={language === 'en'}
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
                onPress={() => move(at, -1)}
              />
              <IconButton
                kind="quiet"
                label={t('pictures.later.move')}
                isDisabled={at === pictures.length - 1}
                icon={<ChevronRight aria-hidden size={16} className={styles.arrow} />}
                onPress={() => move(at, 1)}
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
