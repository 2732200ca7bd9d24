import { type KeyboardEvent, useId } from 'react';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { times } from '../../parts/amounts.ts';
import { useCashText } from '../../texts/cash-texts.ts';
import styles from './cash-screen.module.css';
import { countOf, faultOf, MAX_COUNT, type Note } from './note-counts.ts';

export interface NoteLineProps {
  note: Note;
  typed: string;
  /** The service's error for this line; '' if there is none. */
  refused: string;
  /** The first that is counted. */
  autoFocus: boolean;
  onType(typed: string): void;
}

/** One denomination: its count and its sum. Enter moves on to the next. */
export function NoteLine({ note, typed, refused, autoFocus, onType }: NoteLineProps) {
  const t = useCashText();
  const { money, number } = useFormats();
  const id = useId();
  const fault = faultOf(typed);
  const label = t(`cash.note.${note}`);
  return (
    <>
      <span aria-hidden>{label}</span>
      <input
        inputMode="numeric"
        // biome-ignore lint/a11y/noAutofocus: the first question of a dialog that was asked for.
        autoFocus={autoFocus}
        autoComplete="off"
        aria-label={label}
        aria-invalid={fault !== null || refused !== ''}
        aria-describedby={id}
        value={typed}
        placeholder="0"
        onChange={(event) => onType(event.target.value)}
        onKeyDown={goOn}
      />
      <span className={styles.amount}>{fault === null ? money(times(note, countOf(typed))) : '–'}</span>
      <span id={id} className={styles.fault} role="status">
        {fault === null
          ? refused
          : fault === 'whole'
            ? t('cash.fault.whole')
            : t('cash.fault.many', { most: number(MAX_COUNT) })}
      </span>
    </>
  );
}

/**
 * Enter moves to the next denomination. After the last it goes to the remark on a difference or, if the sum is right,
 * to the button that takes the cash. Ctrl+Enter submits the form.
 */
function goOn(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const dialog = event.currentTarget.closest('[role=dialog]');
  const fields = [...(dialog?.querySelectorAll<HTMLElement>('input, textarea, footer button') ?? [])];
  const next = fields[fields.indexOf(event.currentTarget) + 1];
  if (next instanceof HTMLTextAreaElement && dialog?.querySelector('[data-exact]')) fields.at(-1)?.focus();
  else next?.focus();
}
