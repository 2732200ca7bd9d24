import { useState } from 'react';
import type { FieldErrors } from '../forms/errors.ts';
import { SendForm } from '../forms/send-form.tsx';
import { useFormText } from '../forms/use-form-text.ts';
import { useAccount, useApi } from '../session/session-context.tsx';
import { TextField } from '../ui/text-field.tsx';
import styles from './account.module.css';
import { OwnPassword } from './own-password.tsx';
import { useAccountText } from './use-account-text.ts';

/** Requires both the password and a code, so that neither alone can remove the other. */
export function FactorOff({ onOff, onCancel }: { onOff(): void; onCancel(): void }) {
  const t = useAccountText();
  const form = useFormText();
  const api = useApi();
  const { hasPassword } = useAccount();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const check = (): FieldErrors => ({
    ...(hasPassword && password === '' ? { password: form('fault.needPassword') } : {}),
    ...(code.trim().length < 6 ? { code: form('fault.needed') } : {}),
  });
  const send = async () => {
    const body = { code: code.trim(), ...(hasPassword ? { currentPassword: password } : {}) };
    await api.POST('/auth/mfa/disable', { body });
    onOff();
  };
  return (
    <>
      <p className={styles.hint}>{t('factor.turnOff.hint')}</p>
      <SendForm
        inPage
        submit={t('factor.turnOff')}
        kind="danger"
        check={check}
        send={send}
        onCancel={onCancel}
      >
        {(faults) => (
          <>
            <OwnPassword value={password} onChange={setPassword} error={faults.password} />
            <TextField
              label={t('factor.turnOff.code')}
              name="code"
              autoComplete="one-time-code"
              leftToRight
              maxLength={20}
              value={code}
              onChange={setCode}
              error={faults.code}
            />
          </>
        )}
      </SendForm>
    </>
  );
}
