import { useState } from 'react';
import { ReasonField } from '../../../shared/forms/reason-field.tsx';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { useOrderText } from '../../texts/order-texts.ts';
import { usePanelText } from '../../texts/panel-texts.ts';

const PRESETS = ['outOfStock', 'damaged', 'price', 'closed', 'buyerAsked'] as const;

export interface RejectDialogProps {
  count: number;
  onReject(reason: string): void;
  onClose(): void;
}

/** Nothing is rejected without saying why: the buyer reads it. */
export function RejectDialog({ count, onReject, onClose }: RejectDialogProps) {
  const t = usePanelText();
  const word = useOrderText();
  const shared = useSharedText();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = () => {
    if (reason.trim() === '') return setMissing(true);
    onReject(reason.trim());
    onClose();
  };
  return (
    <Dialog
      title={t('reject.title', { count })}
      hint={t('reject.hint')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared('cancel')}</Button>
          <Button kind="danger" onPress={submit}>
            {word('action.reject')}
          </Button>
        </>
      }
    >
      <ReasonField
        presets={PRESETS.map((id) => ({ id, text: t(`reject.${id}`) }))}
        value={reason}
        onChange={setReason}
        onEnter={submit}
        error={missing && reason.trim() === '' ? t('reject.needed') : null}
      />
    </Dialog>
  );
}
