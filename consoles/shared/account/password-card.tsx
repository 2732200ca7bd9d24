import { useState } from 'react';
import type { FieldErrors } from '../forms/errors.ts';
import { SendForm } from '../forms/send-form.tsx';
import { useFormText } from '../forms/use-form-text.ts';
import { notify } from '../notices/notices.ts';
import { NewPasswordField, useNewPasswordCheck } from '../session/new-password-field.tsx';
import { useAccount, useApi, useSession } from '../session/session-context.tsx';
import { Card } from './card.tsx';
import { OwnPassword } from './own-password.tsx';
import { useAccountText } from './use-account-text.ts';

export function PasswordCard() {
  const t = useAccountText();
  const form = useFormText();
  const api = useApi();
  const session = useSession();
  const account = useAccount();
  const checkNew = useNewPasswordCheck();
  const [password, setPassword] = useState('');
  const [newPassword, setNew] = useState('');
  const check = (): FieldErrors => {
    const fault =
      checkNew(newPassword) ?? (account.hasPassword && newPassword === password ? form('fault.same') : null);
    return {
      ...(account.hasPassword && password === '' ? { password: form('fault.needPassword') } : {}),
      ...(fault === null ? {} : { newPassword: fault }),
    };
  };
  const send = async () => {
    const body = { newPassword, ...(account.hasPassword ? { currentPassword: password } : {}) };
    await api.POST('/me/password', { body });
    session.accountChanged({ ...account, hasPassword: true });
    setPassword('');
    setNew('');
    notify({ tone: 'success', title: t('password.changed'), detail: t('password.changed.detail') });
  };
  return (
    <Card title={t('password.title')} hint={t(account.hasPassword ? 'password.hint' : 'password.first')}>
      <SendForm inPage submit={t('password.submit')} check={check} send={send}>
        {(faults) => (
          <>
            <OwnPassword value={password} onChange={setPassword} error={faults.password} />
            <NewPasswordField value={newPassword} onChange={setNew} error={faults.newPassword} />
          </>
        )}
      </SendForm>
    </Card>
  );
}
