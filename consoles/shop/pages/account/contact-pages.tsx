import type { AccountPage } from '../../../../server/storefront/account-page-models.ts';
import { Field, SelectField } from '../../parts/field.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import { AccountForm, CodeField, OwnPassword } from './account-form.tsx';
import { AccountFrame } from './account-frame.tsx';

type Model<Kind extends AccountPage['kind']> = Extract<AccountPage, { kind: Kind }>;

/** Name, and the language of messages. */
export function ProfilePage({ page: { account, form } }: { page: Model<'account-profile'> }) {
  const { t } = useShop();
  const labels = { displayName: t('profile.name'), locale: t('profile.locale') };
  return (
    <AccountFrame title={t('profile.title')} section="/account">
      <AccountForm form={form} labels={labels} submit={t('common.save')} cancel="/account">
        <Field
          name="displayName"
          form={form}
          label={labels.displayName}
          autoComplete="name"
          maxLength={100}
          value={account.displayName}
        />
        <SelectField
          name="locale"
          form={form}
          label={labels.locale}
          hint={t('profile.locale.hint')}
          value={account.locale}
          options={[
            { value: 'ar', label: 'العربية' },
            { value: 'en', label: 'English' },
          ]}
        />
      </AccountForm>
    </AccountFrame>
  );
}

/** A new e-mail or phone. */
export function ContactPage({ page }: { page: Model<'account-contact'> }) {
  const { t } = useShop();
  const { contact, account, sending, form } = page;
  const name = contact === 'EMAIL' ? 'email' : 'phone';
  const labels = { [name]: t(`contact.new.${contact}`), password: t('password.current') };
  const isNew = contact === 'PHONE' && account.phone === null;
  return (
    <AccountFrame title={t(isNew ? 'contact.add.PHONE' : `contact.change.${contact}`)} section="/account">
      {sending[contact] ? (
        <p className="muted">{t('contact.hint')}</p>
      ) : (
        <p className="notice info">{t(`contact.off.${contact}`)}</p>
      )}
      <AccountForm form={form} labels={labels} submit={t('contact.send')} cancel="/account">
        {contact === 'EMAIL' ? (
          <Field
            name="email"
            form={form}
            label={t('contact.new.EMAIL')}
            type="email"
            autoComplete="email"
            maxLength={254}
            isLeftToRight
          />
        ) : (
          <Field
            name="phone"
            form={form}
            label={t('contact.new.PHONE')}
            type="tel"
            autoComplete="tel"
            inputMode="tel"
            maxLength={30}
            before="+974"
            isLeftToRight
          />
        )}
        <OwnPassword account={account} form={form} hint={t('contact.password.hint')} />
      </AccountForm>
    </AccountFrame>
  );
}

/** The code that was sent to an e-mail or phone. */
export function ContactCodePage({ page }: { page: Model<'account-code'> }) {
  const { t, to, format } = useShop();
  const { contact, address, sending, form } = page;
  const path = contact === 'EMAIL' ? '/account/email' : '/account/phone';
  return (
    <AccountFrame title={t('contact.code.title')} section="/account">
      <p className="muted">
        {t('contact.code.hint', { address: contact === 'PHONE' ? format.phone(address) : address })}
      </p>
      {sending[contact] ? null : <p className="notice info">{t(`contact.off.${contact}`)}</p>}
      <AccountForm
        form={form}
        labels={{ code: t('contact.code') }}
        submit={t('contact.confirm')}
        cancel="/account"
      >
        <CodeField form={form} label={t('contact.code')} />
      </AccountForm>
      <section className="account-below">
        <h2>{t('contact.notArrived')}</h2>
        <a href={to(path)}>{t('contact.otherAddress')}</a>
      </section>
    </AccountFrame>
  );
}

export function PhoneRemovalPage({ page: { account, form } }: { page: Model<'account-phone-removal'> }) {
  const { t } = useShop();
  return (
    <AccountFrame title={t('contact.remove.PHONE')} section="/account">
      <p>{t('contact.remove.hint', { phone: `\u2066${account.phone ?? ''}\u2069` })}</p>
      <AccountForm
        form={form}
        labels={{ password: t('password.current') }}
        submit={t('common.remove')}
        isDangerous
        cancel="/account"
      >
        <OwnPassword account={account} form={form} />
      </AccountForm>
    </AccountFrame>
  );
}
