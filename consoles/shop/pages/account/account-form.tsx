import type { ReactNode } from 'react';
import type { AccountPage, AccountForm as Form } from '../../../../server/storefront/account-page-models.ts';
import { ErrorSummary, Field } from '../../parts/field.tsx';
import { FormFields } from '../../parts/form-fields.tsx';
import { RefusalNotice, type RefusalWords, useWaitWords } from '../../parts/refusal-notice.tsx';
import { useShop } from '../../parts/shop-context.tsx';

type OwnAccount = Extract<AccountPage, { kind: 'account' }>['account'];

export interface AccountFormProps {
  form: Form;
  /** Labels of the fields, used in error messages. */
  labels: Readonly<Record<string, string>>;
  submit: string;
  /** The form's action; left out: the present page, without the former result in its address. */
  action?: string;
  isDangerous?: boolean;
  /** Where the cancel link leads. */
  cancel?: string;
  children?: ReactNode;
}

/** A form of the account: the refusal, its fields, its button, and a way out. */
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

/** A refusal that concerns no field of the form. */
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

/** Asks for the current password; renders nothing for an account without one, which needs a recent sign-in instead. */
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

/** An authenticator code; accepts letters if recovery codes are allowed, too. */
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
