import { RefreshCw } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react';
import { Group, Input } from 'react-aria-components';
import { Button } from '../../../shared/ui/button.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import field from '../../../shared/ui/field.module.css';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import type { Ranking } from '../../data/use-ranking.ts';
import { useChooseText } from '../../texts/choose-texts.ts';
import { DriverOption } from './driver-option.tsx';
import styles from './driver-picker.module.css';
import type { Picker } from './use-picker.ts';

export interface DriverPickerProps {
  ranking: Ranking;
  picker: Picker;
  /** Enter takes the active driver. */
  onTake(): void;
  error?: string | null;
  inputRef: RefObject<HTMLInputElement | null>;
  /** How many tasks are assigned together. */
  tasks: number;
}

const PAGE = 5;

/**
 * Everyone on duty in the policy's order of preference, with the cost of each. Typing filters, arrows move, Enter
 * selects. Rows keep their places while the list is open.
 */
export function DriverPicker({ ranking, picker, onTake, error = null, inputRef, tasks }: DriverPickerProps) {
  const t = useChooseText();
  const list = useId();
  const { text, setText, shown, hidden, active, move } = picker;
  const box = useRef<HTMLDivElement>(null);
  const activeId = active?.driverId;
  useEffect(() => {
    if (activeId === undefined) return;
    box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'PageDown') move(PAGE);
    else if (event.key === 'PageUp') move(-PAGE);
    else if (event.key === 'Enter') onTake();
    else return;
    event.preventDefault();
  };
  const invalid = error !== null;
  const idOf = (driverId: string) => `${list}-${driverId}`;
  return (
    <div className={styles.picker}>
      <div className={field.field} data-invalid={invalid || undefined}>
        <label className={field.label} htmlFor={`${list}-text`}>
          {t('driver.choose')}
        </label>
        <Group className={field.frame ?? ''}>
          <Input
            ref={inputRef}
            id={`${list}-text`}
            className={field.input ?? ''}
            placeholder={t('driver.search')}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={press}
            autoFocus
            autoComplete="off"
            role="combobox"
            aria-expanded
            aria-autocomplete="list"
            aria-controls={list}
            aria-activedescendant={active === null ? undefined : idOf(active.driverId)}
            aria-invalid={invalid || undefined}
            aria-errormessage={invalid ? `${list}-error` : undefined}
          />
        </Group>
        <p id={`${list}-error`} className={field.error} role="alert">
          {error}
        </p>
      </div>
      {ranking.error !== null ? (
        <ErrorState error={ranking.error} onRetry={ranking.retry} />
      ) : ranking.tasks === null && ranking.rows.length === 0 ? (
        <Skeleton lines={4} />
      ) : (
        <div ref={box} id={list} role="listbox" aria-label={t('driver.list')} className={styles.list}>
          {shown.map((row, index) => (
            <DriverOption
              key={row.driverId}
              id={idOf(row.driverId)}
              row={row}
              tasks={tasks}
              best={text === '' && index === 0 && row.eligible && !ranking.moved}
              active={row === active}
              onPick={() => {
                picker.pick(row.driverId);
                inputRef.current?.focus();
              }}
            />
          ))}
          {shown.length === 0 ? (
            <p className={styles.nobody}>{text === '' ? t('driver.empty') : t('driver.nobody')}</p>
          ) : null}
        </div>
      )}
      {/* Keeps its space when empty. */}
      <div className={styles.foot}>
        <span role="status">
          {ranking.moved ? t('driver.moved') : hidden > 0 ? t('driver.more', { count: hidden }) : null}
          {ranking.complete ? null : ` ${t('driver.incomplete')}`}
        </span>
        {ranking.moved ? (
          <Button size="small" kind="quiet" onPress={ranking.refresh}>
            <RefreshCw aria-hidden size={14} />
            {t('driver.refresh')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
