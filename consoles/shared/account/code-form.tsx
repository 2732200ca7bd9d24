import { useState } from 'react';
import { SendForm } from '../forms/send-form.tsx';
import { useFormText } from '../forms/use-form-text.ts';
import { notify } from '../notices/notices.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import styles from './account.module.css';
import { useAccountText } from './use-account-text.ts';

export interface CodeFormProps {
  /** Where the code was sent, and how long it is valid. */
  hint: string;
  submit: string;
  send(code: string): Promise<void>;
  /** Sends another code. */
  again(): Promise<void>;
}

/** Asks for a six-digit code that was sent. */
export function CodeForm({ hint, submit, send, again }: CodeFormProps) {
  const t = useAccountText();
  const form = useFormText();
  const [typed, setTyped] = useState('');
  const [sending, setSending] = useState(false);
  const code = plainDigits(typed);
  const another = async () => {
    setSending(true);
    try {
      await again();
      notify({ tone: 'info', title: t('contact.sentAgain') });
    } catch {
      notify({ tone: 'warning', title: form('refused.limited.title') });
    }
    setSending(false);
  };
  return (
    <>
      <p className={styles.hint}>{hint}</p>
      <SendForm
        submit={submit}
        check={() => (/^\d{6}$/.test(code) ? {} : { code: form('fault.sixDigits') })}
        send={() => send(code)}
      >
        {(faults) => (
          <TextField
            label={t('contact.code')}
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
      <Button kind="quiet" isPending={sending} onPress={() => void another()}>
        {t('contact.again')}
      </Button>
    </>
  );
}

/** "123456" from "123 456"; Arabic digits are accepted, too. */
export function plainDigits(typed: string): string {
  return typed
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\s-]/g, '');
}
