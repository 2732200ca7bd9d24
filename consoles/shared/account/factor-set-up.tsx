import { useState } from 'react';
import type { components } from '../../../server/kernel/http/api-types.ts';
import { dataOf } from '../api/client.ts';
import { SendForm } from '../forms/send-form.tsx';
import { useFormText } from '../forms/use-form-text.ts';
import { useAccount, useApi } from '../session/session-context.tsx';
import { TextField } from '../ui/text-field.tsx';
import styles from './account.module.css';
import { plainDigits } from './code-form.tsx';
import { OwnPassword } from './own-password.tsx';
import { inGroups } from './secret-groups.ts';
import { useAccountText } from './use-account-text.ts';

export type Enrolment = components['schemas']['MfaEnrolment'];

const STEPS = 3;

/** Asks for the password again, so that an unattended session cannot be used to lock its owner out. */
export function FactorBegin({
  onBegun,
  onCancel,
}: {
  onBegun(enrolment: Enrolment): void;
  onCancel(): void;
}) {
  const t = useAccountText();
  const form = useFormText();
  const api = useApi();
  const { hasPassword } = useAccount();
  const [password, setPassword] = useState('');
  const send = async () => {
    const body = hasPassword ? { currentPassword: password } : {};
    onBegun(await dataOf(api.POST('/auth/mfa/enroll', { body })));
  };
  return (
    <>
      <StepTitle step={1} text={t('factor.begin.hint')} />
      <SendForm
        inPage
        submit={t('factor.next')}
        check={() => (hasPassword && password === '' ? { password: form('fault.needPassword') } : {})}
        send={send}
        onCancel={onCancel}
      >
        {(faults) => <OwnPassword value={password} onChange={setPassword} error={faults.password} />}
      </SendForm>
    </>
  );
}

export interface FactorConfirmProps {
  enrolment: Enrolment;
  onConfirmed(recoveryCodes: readonly string[]): void;
  onCancel(): void;
}

/** Shows the key to enter into the app, and asks for a first code from it. */
export function FactorConfirm({ enrolment, onConfirmed, onCancel }: FactorConfirmProps) {
  const t = useAccountText();
  const form = useFormText();
  const api = useApi();
  const [typed, setTyped] = useState('');
  const code = plainDigits(typed);
  const { secret, otpauthUri, qrSvg } = enrolment;
  const send = async () => {
    const { recoveryCodes } = await dataOf(api.POST('/auth/mfa/confirm', { body: { code } }));
    onConfirmed(recoveryCodes);
  };
  return (
    <>
      <StepTitle step={2} text={t('factor.scan')} />
      <div className={styles.key}>
        <img
          className={styles.qr}
          src={`data:image/svg+xml,${encodeURIComponent(qrSvg)}`}
          alt={t('factor.qr')}
          width={176}
          height={176}
        />
        <div className={styles.keyText}>
          <a href={otpauthUri} className={styles.appLink}>
            {t('factor.openApp')}
          </a>
          <p className={styles.hint}>{t('factor.secret')}</p>
          <bdi className={`id ${styles.secret}`} data-testid="secret">
            {inGroups(secret)}
          </bdi>
        </div>
      </div>
      <SendForm
        inPage
        submit={t('factor.confirm')}
        check={() => (/^\d{6}$/.test(code) ? {} : { code: form('fault.sixDigits') })}
        send={send}
        onCancel={onCancel}
      >
        {(faults) => (
          <TextField
            label={t('factor.code')}
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            autoFocus
            leftToRight
            maxLength={10}
            value={typed}
            onChange={setTyped}
            error={faults.code}
          />
        )}
      </SendForm>
    </>
  );
}

export function StepTitle({ step, text }: { step: number; text: string }) {
  const t = useAccountText();
  return (
    <p>
      <strong className={styles.step}>{t('factor.step', { step, steps: STEPS })}</strong> {text}
    </p>
  );
}
