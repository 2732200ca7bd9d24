import type { InputHTMLAttributes, ReactNode } from 'react';
import type { FormState } from '../../../server/storefront/form-page-models.ts';
import { useShop } from './shop-context.tsx';

interface Common {
  /** Its name in the form, by which values and errors are found. */
  name: string;
  form: FormState;
  label: string;
  /** Below the field, and read with it. */
  hint?: ReactNode;
  isOptional?: boolean;
}

export interface FieldProps extends Common {
  type?: 'text' | 'email' | 'password' | 'tel' | 'time' | 'date';
  autoComplete?: string;
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  maxLength?: number;
  /** Addresses, numbers and codes read left to right in Arabic, too. */
  isLeftToRight?: boolean;
  /** Beside the field, e.g. "+974". */
  before?: string;
  /** Initial value; replaced by what was typed. */
  value?: string | null;
  size?: number;
  /** Id of a datalist with its options. */
  list?: string;
}

/**
 * A single-line field with its label, a hint and its error. The server reports missing or invalid values in the page's
 * language; a browser would use its own.
 */
export function Field({ name, form, label, hint, isOptional = false, ...props }: FieldProps) {
  const {
    type = 'text',
    autoComplete,
    inputMode,
    maxLength,
    isLeftToRight,
    before,
    value,
    size,
    list,
  } = props;
  const input = (
    <input
      {...describedBy(name, form, hint)}
      type={type}
      autoComplete={autoComplete}
      inputMode={inputMode}
      maxLength={maxLength}
      size={size}
      list={list}
      dir={isLeftToRight === true ? 'ltr' : undefined}
      aria-required={isOptional ? undefined : true}
      defaultValue={type === 'password' ? undefined : (form.values[name] ?? value ?? '')}
    />
  );
  return (
    <Around {...{ name, form, label, hint, isOptional }}>
      {before === undefined ? (
        input
      ) : (
        <span className="field-frame digits" dir="ltr">
          <span aria-hidden="true">{before}</span>
          {input}
        </span>
      )}
    </Around>
  );
}

/** A text of several lines. */
export function TextArea(props: Common & { maxLength: number; rows?: number; value?: string | null }) {
  const { name, form, label, hint, isOptional = false, maxLength, rows = 2, value } = props;
  return (
    <Around {...{ name, form, label, hint, isOptional }}>
      <textarea
        {...describedBy(name, form, hint)}
        rows={rows}
        maxLength={maxLength}
        aria-required={isOptional ? undefined : true}
        defaultValue={form.values[name] ?? value ?? ''}
      />
    </Around>
  );
}

/** A choice among options. */
export function SelectField(
  props: Common & {
    /** Shown first when nothing is chosen. */
    placeholder?: string;
    value?: string | null;
    options: readonly { value: string; label: string }[];
    autoComplete?: string;
  },
) {
  const { name, form, label, hint, isOptional = false, options, placeholder, value, autoComplete } = props;
  return (
    <Around {...{ name, form, label, hint, isOptional }}>
      <select
        {...describedBy(name, form, hint)}
        autoComplete={autoComplete}
        aria-required={isOptional ? undefined : true}
        defaultValue={form.values[name] ?? value ?? ''}
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Around>
  );
}

/** A checkbox. If it is missing in a submitted form, it was unchecked. */
export function CheckField({ name, form, label, hint, isOn = false }: Common & { isOn?: boolean }) {
  const checked = name in form.values ? form.values[name] === 'on' : isOn;
  return (
    <div className="field check">
      <label>
        <input {...describedBy(name, form, hint)} type="checkbox" value="on" defaultChecked={checked} />
        <span>{label}</span>
      </label>
      <Below name={name} form={form} hint={hint} />
    </div>
  );
}

/** The errors of a submitted form, above it: it gets the focus and links to the fields. */
export function ErrorSummary({
  form,
  labels,
}: {
  form: FormState;
  labels: Readonly<Record<string, string>>;
}) {
  const { t } = useShop();
  // In the sequence of the fields, which the labels have.
  const places = Object.keys(labels);
  const faults = Object.entries(form.faults).sort(
    ([one], [other]) => places.indexOf(one) - places.indexOf(other),
  );
  if (faults.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: a page that refuses a form begins with why
    <div className="notice danger" id="faults" role="alert" tabIndex={-1} autoFocus>
      <strong>{t('correctThese', { count: faults.length })}</strong>
      <ul>
        {faults.map(([name, fault]) => (
          <li key={name}>
            <a href={`#${name}`}>{labels[name] ?? name}</a>: {t(`fault.${fault}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Around({ name, form, label, hint, isOptional, children }: Common & { children: ReactNode }) {
  const { t } = useShop();
  return (
    <div className="field">
      <label htmlFor={name}>
        {label}
        {isOptional === true ? <span className="muted"> ({t('optional')})</span> : null}
      </label>
      {children}
      <Below name={name} form={form} hint={hint} />
    </div>
  );
}

function Below({ name, form, hint }: Pick<Common, 'name' | 'form' | 'hint'>) {
  const { t } = useShop();
  const fault = form.faults[name];
  return (
    <>
      {fault === undefined ? null : (
        <span className="fault" id={`${name}-fault`}>
          {t(`fault.${fault}`)}
        </span>
      )}
      {hint === undefined ? null : (
        <span className="muted" id={`${name}-hint`}>
          {hint}
        </span>
      )}
    </>
  );
}

function describedBy(name: string, form: FormState, hint: ReactNode) {
  const isFaulty = name in form.faults;
  const by = [isFaulty ? `${name}-fault` : null, hint === undefined ? null : `${name}-hint`];
  const described = by.filter((id) => id !== null).join(' ');
  return {
    id: name,
    name,
    'aria-invalid': isFaulty ? true : undefined,
    'aria-describedby': described === '' ? undefined : described,
  };
}
