import { useState } from 'react';
import { SendForm } from '../forms/send-form.tsx';
import { useFormText } from '../forms/use-form-text.ts';
import { usePasswordText } from '../i18n/password-texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useApi, useStepUp } from './session-context.tsx';

/** Asks for a fresh code; the calls waiting for it then continue automatically. */
export function StepUpDialog() {
  const t = usePasswordText();
  const form = useFormText();
  const api = useApi();
  const stepUp = useStepUp();
  const [code, setCode] = useState('');
  const send = async () => {
    await api.POST('/auth/mfa/step-up', { body: { code: code.trim() } });
    stepUp.settle(true);
  };
  return (
    <Dialog title={t('stepUp.title')} hint={t('stepUp.hint')} onClose={() => stepUp.settle(false)}>
      <SendForm
        submit={t('stepUp.submit')}
        check={() => (code.trim().length < 6 ? { code: form('fault.sixDigits') } : {})}
        send={send}
        onCancel={() => stepUp.settle(false)}
      >
        {(faults) => (
          <TextField
            label={t('stepUp.code')}
            name="code"
            autoComplete="one-time-code"
            autoFocus
            leftToRight
            value={code}
            onChange={setCode}
            error={faults.code}
          />
        )}
      </SendForm>
    </Dialog>
  );
}
