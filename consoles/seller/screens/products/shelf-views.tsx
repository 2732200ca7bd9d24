import { BookmarkX } from 'lucide-react';
import { useState } from 'react';
import { Refused } from '../../../shared/forms/refused.tsx';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Select } from '../../../shared/ui/select.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useShelfViews } from '../../data/shelf.ts';
import { useFailureNotice } from '../../parts/use-failure-notice.ts';
import { paramsOf, type ShelfFilter } from '../../products/shelf-address.ts';
import { useProductText } from '../../texts/product-texts.ts';
import styles from './products.module.css';

const NONE = 'NONE';

export interface ShelfViewsProps {
  filter: ShelfFilter;
  onParams(next: URLSearchParams): void;
}

/** Filters under a name, of the whole shop: chosen, kept and deleted. */
export function ShelfViews({ filter, onParams }: ShelfViewsProps) {
  const t = useProductText();
  const { views, keep, remove } = useShelfViews();
  const failed = useFailureNotice(t('views.notDeleted'));
  const [naming, setNaming] = useState(false);
  const address = paramsOf(filter).toString();
  const shown = views.find((view) => paramsOf(view.filter).toString() === address);
  return (
    <>
      {views.length === 0 ? null : (
        <div className={styles.views}>
          <Select<string>
            label={t('views.label')}
            options={[
              { id: NONE, text: t('views.none') },
              ...views.map(({ id, name }) => ({ id, text: name })),
            ]}
            value={shown?.id ?? NONE}
            onChange={(chosen) => {
              const view = views.find(({ id }) => id === chosen);
              onParams(view === undefined ? new URLSearchParams() : paramsOf(view.filter));
            }}
          />
          {shown === undefined ? null : (
            <IconButton
              label={t('views.delete', { name: shown.name })}
              icon={<BookmarkX aria-hidden size={18} />}
              onPress={() => void remove(shown.id).catch(failed)}
            />
          )}
        </div>
      )}
      {address === '' || shown !== undefined ? null : (
        <Button kind="quiet" onPress={() => setNaming(true)}>
          {t('views.keep')}
        </Button>
      )}
      {naming ? (
        <NameDialog
          taken={views.map(({ name }) => name)}
          onKeep={(name) => keep(name, filter)}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </>
  );
}

interface NameDialogProps {
  taken: readonly string[];
  onKeep(name: string): Promise<void>;
  onClose(): void;
}

function NameDialog({ taken, onKeep, onClose }: NameDialogProps) {
  const t = useProductText();
  const [name, setName] = useState('');
  const { pending, refusal, send, area } = useSending(() => ({}));
  const wanted = name.trim();
  const save = () => {
    if (wanted === '') return;
    void send({}, async () => {
      await onKeep(wanted);
      onClose();
    });
  };
  return (
    <Dialog
      title={t('views.keep')}
      hint={t('views.hint')}
      onClose={onClose}
      onEnter={save}
      actions={
        <Button kind="primary" isDisabled={wanted === ''} isPending={pending} onPress={save}>
          {t('views.save')}
        </Button>
      }
    >
      <div ref={area} className={styles.part}>
        {refusal === null ? null : <Refused refusal={refusal.error} at={refusal.at} />}
        <TextField
          autoFocus
          label={t('views.name')}
          value={name}
          maxLength={60}
          onChange={setName}
          {...(taken.includes(wanted) ? { description: t('views.replaces') } : {})}
        />
      </div>
    </Dialog>
  );
}
