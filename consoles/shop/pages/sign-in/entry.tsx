import type { ReactNode } from 'react';
import type { FormState } from '../../../../server/storefront/form-page-models.ts';
import type { EntryRefusal } from '../../../../server/storefront/sign-in-page-models.ts';
import { ErrorSummary, Field } from '../../parts/field.tsx';
import { FormFields } from '../../parts/form-fields.tsx';
import { RefusalNotice, type RefusalWords, useWaitWords } from '../../parts/refusal-notice.tsx';
import { useShop } from '../../parts/shop-context.tsx';

/** A page with a single task, in a narrow column. */
export function Entry({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="entry">
      <h1>{title}</h1>
      {children}
    </div>
  );
}

/** Other links from here; null: not in this case. */
export function EntryLinks({ links }: { links: readonly (readonly [href: string, label: string] | null)[] }) {
  return (
    <ul className="entry-links">
      {links
        .filter((link) => link !== null)
        .map(([href, label]) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
    </ul>
  );
}

interface EntryFormProps {
  /** Path without the language. */
  action: string;
  /** Where to continue afterwards. */
  next?: string;
  form: FormState;
  /** Labels of its fields, used in error messages. */
  labels: Readonly<Record<string, string>>;
  submit: string;
  /** Help with its errors, below them. */
  help?: ReactNode;
  children: ReactNode;
}

export function EntryForm({ action, next = '', form, labels, submit, help, children }: EntryFormProps) {
  const { to } = useShop();
  // The next page is part of the address, so that the page in the other language has it, too.
  return (
    <form className="form" method="post" action={to(action) + nextQuery(next)} noValidate>
      <FormFields name={action.slice(1).replaceAll('/', '-')} />
      {next === '' ? null : <input type="hidden" name="next" value={next} />}
      <ErrorSummary form={form} labels={labels} />
      {help}
      {children}
      <button type="submit" className="button primary wide">
        {submit}
      </button>
    </form>
  );
}

/** Why the sign-in was refused, and what to do. `then`: what else may help here. */
export function Refusal({ refusal, then }: { refusal: EntryRefusal | null; then?: ReactNode }) {
  const { t } = useShop();
  const waitWords = useWaitWords('entry.locked');
  if (refusal === null) return null;
  const words = (): RefusalWords => {
    switch (refusal.kind) {
      case 'locked':
      case 'limited':
        return waitWords(refusal);
      case 'other':
        return [refusal.title, refusal.detail];
      default:
        return [t(`entry.${refusal.kind}.title`), t(`entry.${refusal.kind}.detail`)];
    }
  };
  return (
    <RefusalNotice words={words()} isMild={refusal.kind === 'factor'}>
      {then}
    </RefusalNotice>
  );
}

interface PasswordProps {
  name: 'password' | 'newPassword';
  form: FormState;
  /** Null: the account's own. */
  minLength: number | null;
}

/** Script adds a button that shows the password. */
export function PasswordField({ name, form, minLength }: PasswordProps) {
  const { t } = useShop();
  const hint =
    minLength === null ? undefined : `${t('password.length', { count: minLength })} ${t('password.rules')}`;
  return (
    <div className="password" data-show={t('showPassword')} data-hide={t('hidePassword')}>
      <Field
        name={name}
        form={form}
        type="password"
        label={t(name === 'newPassword' ? 'password.new' : 'password')}
        autoComplete={minLength === null ? 'current-password' : 'new-password'}
        maxLength={200}
        isLeftToRight
        {...(hint === undefined ? {} : { hint })}
      />
    </div>
  );
}

export function EmailField({ form }: { form: FormState }) {
  const { t } = useShop();
  return (
    <Field
      name="email"
      form={form}
      type="email"
      label={t('email')}
      autoComplete="email"
      inputMode="email"
      maxLength={254}
      isLeftToRight
    />
  );
}

/** An authenticator code, if the account requires one. */
export function FactorField({ form }: { form: FormState }) {
  const { t } = useShop();
  return (
    <Field
      name="mfaToken"
      form={form}
      label={t('factorCode')}
      hint={t('factorHint')}
      autoComplete="one-time-code"
      maxLength={32}
      isLeftToRight
    />
  );
}

/** A six-digit code that was sent. */
export function CodeField({ form }: { form: FormState }) {
  const { t } = useShop();
  return (
    <Field
      name="code"
      form={form}
      label={t('code')}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={20}
      isLeftToRight
    />
  );
}

/** A token pasted from a message. */
export function TokenField({ form, label }: { form: FormState; label: string }) {
  return <Field name="given" form={form} label={label} autoComplete="off" maxLength={200} isLeftToRight />;
}

/** A person's e-mail or phone number. */
export function Address({ of }: { of: string }) {
  return (
    <strong className="entry-address">
      <bdi>{of}</bdi>
    </strong>
  );
}

/** An address that keeps the next page as its parameter. */
export function nextQuery(next: string): string {
  return next === '' ? '' : `?next=${encodeURIComponent(next)}`;
}
