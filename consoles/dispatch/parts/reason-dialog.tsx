import { type ReactNode, useState } from 'react';
import { useFieldErrors } from '../../shared/forms/field-errors.ts';
import { useSending } from '../../shared/forms/use-sending.ts';
import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { useChooseText } from '../texts/choose-texts.ts';
import { usePresetText } from '../texts/reason-presets.ts';
import { PRESETS_OF, type ReasonPurpose, usualReason } from './reason-choices.ts';
import { ReasonField } from './reason-field.tsx';
import { RefusalOf } from './refusal.tsx';

const PLACES = { '/reason': 'reason' } as const;

export interface ReasonDialogProps {
  title: string;
  hint?: string | undefined;
  purpose: ReasonPurpose;
  /** The button's label: what is done. */
  confirm: string;
  grave?: boolean;
  /** Carries out the action; an error it throws is shown in the dialog, which then stays open. */
  run(reason: string): Promise<void>;
  onClose(): void;
  /** Other fields, below the reason. */
  children?: ReactNode;
}

/** Asks for a reason, runs the action, and closes. Enter confirms. */
export function ReasonDialog({
  title,
  hint,
  purpose,
  confirm,
  grave,
  run,
  onClose,
  children,
}: ReasonDialogProps) {
  const t = useChooseText();
  const shared = useSharedText();
  const presetText = usePresetText();
  const faultsAt = useFieldErrors();
  const [reason, setReason] = useState(() => {
    const usual = usualReason(purpose);
    return usual === null ? '' : presetText(usual);
  });
  const sending = useSending<'reason'>((error) => faultsAt(error, PLACES));
  const submit = async () => {
    const seen = reason.trim() === '' ? { reason: t('reason.needed') } : {};
    if (await sending.send(seen, () => run(reason.trim()))) onClose();
  };
  return (
    <Dialog
      title={title}
      hint={hint}
      onClose={onClose}
      onEnter={() => void submit()}
      actions={
        <>
          <Button onPress={onClose}>{shared('cancel')}</Button>
          <Button
            kind={grave === true ? 'danger' : 'primary'}
            isPending={sending.pending}
            onPress={() => void submit()}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <div ref={sending.area}>
        <ReasonField
          autoFocus
          presets={PRESETS_OF[purpose] ?? []}
          value={reason}
          onChange={(value) => {
            setReason(value);
            sending.forget('reason');
          }}
          error={sending.faults.reason ?? null}
          onEnter={() => void submit()}
        />
      </div>
      {children}
      <RefusalOf refusal={sending.refusal} />
    </Dialog>
  );
}
