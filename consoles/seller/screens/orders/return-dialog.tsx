import { useState } from 'react';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useGroup } from '../../data/use-group.ts';
import { usePanelText } from '../../texts/panel-texts.ts';

export interface ReturnDialogProps {
  groupId: string;
  onConfirm(damaged: readonly { lineId: string; damaged: number }[]): void;
  onClose(): void;
}

/** The goods are back: of each line, how many units cannot be sold again. */
export function ReturnDialog({ groupId, onConfirm, onClose }: ReturnDialogProps) {
  const t = usePanelText();
  const shared = useSharedText();
  const { number } = useFormats();
  const { data, error } = useGroup(groupId);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const lines = data?.lines ?? [];
  const wrong = (id: string, most: number) => {
    const text = (typed[id] ?? '').trim();
    return !/^\d*$/.test(text) || Number(text) > most;
  };
  const faulty = lines.some(({ id, quantity }) => wrong(id, quantity));
  const submit = () => {
    if (data === undefined || faulty) return;
    const damaged = lines.map(({ id }) => ({ lineId: id, damaged: Number((typed[id] ?? '').trim()) }));
    onConfirm(damaged.filter(({ damaged: count }) => count > 0));
    onClose();
  };
  return (
    <Dialog
      title={t('return.title')}
      hint={t('return.hint')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared('cancel')}</Button>
          <Button kind="primary" isDisabled={data === undefined || faulty} onPress={submit}>
            {t('return.submit')}
          </Button>
        </>
      }
    >
      {data === undefined ? error === null ? <Skeleton lines={2} /> : <ErrorState error={error} /> : null}
      {lines.map(({ id, name, quantity }) => (
        <TextField
          key={id}
          inputMode="numeric"
          label={t('return.damaged', { name, count: number(quantity) })}
          placeholder="0"
          value={typed[id] ?? ''}
          onChange={(text) => setTyped({ ...typed, [id]: text })}
          error={wrong(id, quantity) ? t('return.tooMany', { count: number(quantity) }) : null}
        />
      ))}
    </Dialog>
  );
}
