import { lazy, Suspense, useState } from 'react';
import { useFormats } from '../../shared/i18n/locale.tsx';
import { PlainButton } from '../../shared/ui/plain-button.tsx';
import styles from '../parts/step.module.css';
import type { LocalTask } from '../tasks/local-task.ts';
import { useText } from '../texts/driver-texts.ts';

const CashSheet = lazy(async () => ({ default: (await import('./cash-sheet.tsx')).CashSheet }));

export function CashStep({ local }: { local: LocalTask }) {
  const t = useText();
  const { money } = useFormats();
  const [open, setOpen] = useState(false);
  const { cashDue } = local.task;
  return (
    <>
      <PlainButton wide kind="primary" className={styles.big} onPress={() => setOpen(true)}>
        {t('step.record-cash', { amount: money(cashDue.amount) })}
      </PlainButton>
      <Suspense>{open ? <CashSheet local={local} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}
