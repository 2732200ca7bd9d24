import type { ReactNode } from 'react';
import type { AccountPage, AccountForm as Form } from '../../../../server/storefront/account-page-models.ts';
import { ErrorSummary, Field } from '../../parts/field.tsx';
import { FormFields } from '../../parts/form-fields.tsx';
import { RefusalNotice, type RefusalWords, useWaitWords } from '../../parts/refusal-notice.tsx';
import { useShop } from '../../parts/shop-context.tsx';

type OwnAccount = Extract<AccountPage, { kind: 'account' }>['account'];

export interface AccountFormProps {
  form: Form;
  /** Names of the fields, for what is wrong with them. */
  labels: Readonly<Record<string, string>>;
  submit: string;
  /** Where the form goes; left out: to the page that it stands on, without what it says of the last time. */
  action?: string;
  isDangerous?: boolean;
  /** Where who does not want this goes. */
  cancel?: string;
  children?: ReactNode;
}

/** A form of the account: why it was refused, its fields, its button, and the way out. */
export function AccountForm({
  form,
  labels,
  submit,
  action,
  isDangerous,
  cancel,
  children,
}: AccountFormProps) {
  const { t, to, path, search } = useShop();
  return (
    <>
      <Refusal form={form} />
      <ErrorSummary form={form} labels={labels} />
      <form
        method="post"
        action={to(action ?? path + (search.startsWith('?said=') ? '' : search))}
        className="form"
      >
        <FormFields name="account" />
        {children}
        <div className="form-buttons">
          <button type="submit" className={isDangerous === true ? 'button danger' : 'button primary'}>
            {submit}
          </button>
          {cancel === undefined ? null : (
            <a className="button quiet" href={to(cancel)}>
              {t('account.cancel')}
            </a>
          )}
        </div>
      </form>
    </>
  );
}

/** What keeps a form from being done that no field of it can be blamed for. */
function Refusal({ form: { refusal } }: { form: Form }) {
  const { t, to, path } = useShop();
  const waitWords = useWaitWords('refused.locked');
  if (refusal === null) return null;
  const words = (): RefusalWords => {
    switch (refusal.kind) {
      case 'fresh-sign-in':
        return [t('refused.fresh.title'), t('refused.fresh.detail')];
      case 'conflict':
        return [t('refused.conflict.title'), t('refused.conflict.detail')];
      case 'factor-kept':
        return [t('refused.kept.title'), t('refused.kept.detail')];
      default:
        return waitWords(refusal);
    }
  };
  return (
    <RefusalNotice words={words()}>
      {refusal.kind === 'fresh-sign-in' ? (
        <a
          className="button"
          href={`${to('/sign-in/code')}?again=1&next=${encodeURIComponent(refusal.back ?? path)}`}
        >
          {t('refused.signInAgain')}
        </a>
      ) : null}
    </RefusalNotice>
  );
}

/** The password one has, asked for again; nothing for an account without one, whose sign-in has to be of now instead. */
export function OwnPassword({ account, form, hint }: { account: OwnAccount; form: Form; hint?: string }) {
  const { t } = useShop();
  if (!account.hasPassword) return null;
  return (
    <>
      {/* Lets a password manager know which account the password belongs to. */}
      <input type="text" autoComplete="username" value={account.email} readOnly hidden />
      <Field
        name="password"
        form={form}
        label={t('password.current')}
        hint={hint}
        type="password"
        autoComplete="current-password"
        maxLength={200}
        isLeftToRight
      />
    </>
  );
}

/** A code of the authenticator; where recovery codes count too, it takes letters. */
export function CodeField({
  form,
  label,
  isRecoverable = false,
}: {
  form: Form;
  label: string;
  isRecoverable?: boolean;
}) {
  return (
    <Field
      name="code"
      form={form}
      label={label}
      autoComplete="one-time-code"
      inputMode={isRecoverable ? undefined : 'numeric'}
      maxLength={20}
      size={12}
      isLeftToRight
    />
  );
}
