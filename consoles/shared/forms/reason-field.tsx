import { type KeyboardEvent, type RefObject, useState } from 'react';
import { TextField } from '../ui/text-field.tsx';
import styles from './chips.module.css';
import { Chips } from './chips.tsx';
import { useFormText } from './use-form-text.ts';

const OTHER = 'other';
const MAX_LENGTH = 500;

export interface ReasonFieldProps {
  /** The usual reasons. */
  presets: readonly { id: string; text: string }[];
  /** The text sent: a preset's, or what was typed. */
  value: string;
  onChange(value: string): void;
  optional?: boolean;
  error?: string | null;
  /** Called on Enter once a reason is given. */
  onEnter?: (() => void) | undefined;
  /** The chips' container, used to focus the chosen one. */
  groupRef?: RefObject<HTMLDivElement | null>;
  autoFocus?: boolean;
}

/** Asks for a reason: one press for a usual one, free text for any other. */
export function ReasonField(props: ReasonFieldProps) {
  const { presets, value, onChange, optional = false, error = null, onEnter, groupRef, autoFocus } = props;
  const t = useFormText();
  const [own, setOwn] = useState(() => value !== '' && !presets.some(({ text }) => text === value));
  const chosen = own ? OTHER : (presets.find(({ text }) => text === value)?.id ?? null);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || onEnter === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onEnter();
  };
  return (
    <div className={styles.chipsAndWords}>
      <Chips
        label={t(optional ? 'reason.optional' : 'reason.label')}
        options={[...presets, { id: OTHER, text: t('reason.other') }]}
        value={chosen}
        onChange={(id) => {
          setOwn(id === OTHER);
          onChange(presets.find((each) => each.id === id)?.text ?? '');
        }}
        error={own ? null : error}
        onEnter={onEnter}
        groupRef={groupRef}
        autoFocus={autoFocus === true}
      />
      {own ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble up from the field in it.
        <div onKeyDown={press}>
          <TextField
            label={t('reason.own')}
            value={value}
            onChange={onChange}
            maxLength={MAX_LENGTH}
            autoFocus
            error={error}
          />
        </div>
      ) : null}
    </div>
  );
}
