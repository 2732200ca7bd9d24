import { useState } from 'react';
import { dataOf } from '../api/client.ts';
import { qatariNumber } from '../domain/qatari-number.ts';
import type { FieldErrors } from '../forms/errors.ts';
import { SendForm } from '../forms/send-form.tsx';
import { useFormText } from '../forms/use-form-text.ts';
import { useFormats } from '../i18n/locale.tsx';
import { notify } from '../notices/notices.ts';
import { useAccount, useApi, useSession } from '../session/session-context.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { CodeForm } from './code-form.tsx';
import { OwnPassword } from './own-password.tsx';
import { useAccountText } from './use-account-text.ts';

export type Reached = 'EMAIL' | 'PHONE';

export type ContactStep =
  | { kind: 'verify' }
  | { kind: 'change'; what: Reached }
  | { kind: 'remove'; phone: string };

/** A code was sent and is being waited for. `again` sends another one. */
interface Waiting {
  what: Reached;
  address: string;
  /** Null when the account's present e-mail is being verified. */
  given: string | null;
  again(): Promise<void>;
}

/** Sets a new e-mail or phone, or verifies the present e-mail: first the address, then the code sent to it. */
export function ContactDialog({ first, onClose }: { first: ContactStep; onClose(): void }) {
  const t = useAccountText();
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  if (waiting !== null) return <CodeDialog waiting={waiting} onClose={onClose} />;
  if (first.kind === 'verify') return <VerifyDialog onSent={setWaiting} onClose={onClose} />;
  if (first.kind === 'remove') return <RemoveDialog phone={first.phone} onClose={onClose} />;
  return (
    <Dialog title={t(`contact.change.${first.what}`)} hint={t('contact.hint')} onClose={onClose}>
      <ChangeForm what={first.what} onSent={setWaiting} onClose={onClose} />
    </Dialog>
  );
}

interface ChangeFormProps {
  what: Reached;
  onSent(waiting: Waiting): void;
  onClose(): void;
}

function ChangeForm({ what, onSent, onClose }: ChangeFormProps) {
  const t = useAccountText();
  const form = useFormText();
  const api = useApi();
  const account = useAccount();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const address = what === 'EMAIL' ? typed.trim() : qatariNumber(typed);
  const check = (): FieldErrors => ({
    ...(what === 'EMAIL' && !/^\S+@\S+$/.test(typed.trim()) ? { email: form('fault.email') } : {}),
    ...(what === 'PHONE' && address === null ? { phone: form('fault.phone') } : {}),
    ...(account.hasPassword && password === '' ? { password: form('fault.needPassword') } : {}),
  });
  const ask = async () => {
    const body = {
      ...(what === 'EMAIL' ? { email: address ?? '' } : { phone: address }),
      ...(account.hasPassword ? { currentPassword: password } : {}),
    };
    return (await dataOf(api.PATCH('/me', { body }))).awaiting.includes(what);
  };
  const send = async () => {
    if (await ask()) {
      const given = address ?? '';
      onSent({ what, address: given, given, again: async () => void (await ask()) });
    } else {
      notify({ tone: 'info', title: t('contact.same') });
      onClose();
    }
  };
  return (
    <SendForm submit={t('contact.send')} check={check} send={send} onCancel={onClose}>
      {(faults) => (
        <>
          {what === 'EMAIL' ? (
            <TextField
              label={t('contact.new.EMAIL')}
              type="email"
              name="email"
              autoComplete="email"
              autoFocus
              leftToRight
              value={typed}
              onChange={setTyped}
              error={faults.email}
            />
          ) : (
            <TextField
              label={t('contact.new.PHONE')}
              type="tel"
              name="phone"
              autoComplete="tel"
              autoFocus
              leftToRight
              placeholder="+974 5512 3456"
              value={typed}
              onChange={setTyped}
              error={faults.phone}
            />
          )}
          <OwnPassword
            value={password}
            onChange={setPassword}
            error={faults.password}
            description={t('contact.password.hint')}
          />
        </>
      )}
    </SendForm>
  );
}

function CodeDialog({ waiting, onClose }: { waiting: Waiting; onClose(): void }) {
  const t = useAccountText();
  const api = useApi();
  const session = useSession();
  const { what, address, given, again } = waiting;
  const send = async (code: string) => {
    const account =
      what === 'PHONE'
        ? await dataOf(api.POST('/auth/phone/verify', { body: { phone: address, code } }))
        : await dataOf(
            api.POST('/auth/email/verify', { body: given === null ? { code } : { email: given, code } }),
          );
    session.accountChanged(account);
    notify({ tone: 'success', title: t(`contact.done.${what}`) });
    onClose();
  };
  return (
    <Dialog title={t('contact.code.title')} onClose={onClose}>
      <CodeForm
        // Isolated left to right, so that an Arabic sentence does not reorder a phone number's digits.
        hint={t('contact.code.hint', { address: `\u2066${address}\u2069` })}
        submit={t('contact.confirm')}
        send={send}
        again={again}
      />
    </Dialog>
  );
}

function VerifyDialog({ onSent, onClose }: Omit<ChangeFormProps, 'what'>) {
  const t = useAccountText();
  const api = useApi();
  const { email } = useAccount();
  const ask = async () => {
    await api.POST('/auth/email/verification');
  };
  const send = async () => {
    await ask();
    onSent({ what: 'EMAIL', address: email ?? '', given: null, again: ask });
  };
  return (
    <Dialog title={t('contact.verify')} onClose={onClose}>
      <SendForm submit={t('contact.send')} send={send} onCancel={onClose}>
        {() => (
          <p>
            <bdi>{email}</bdi>
          </p>
        )}
      </SendForm>
    </Dialog>
  );
}

function RemoveDialog({ phone, onClose }: { phone: string; onClose(): void }) {
  const t = useAccountText();
  const { phone: written } = useFormats();
  const form = useFormText();
  const api = useApi();
  const session = useSession();
  const { hasPassword } = useAccount();
  const [password, setPassword] = useState('');
  const send = async () => {
    const body = { phone: null, ...(hasPassword ? { currentPassword: password } : {}) };
    const { account } = await dataOf(api.PATCH('/me', { body }));
    session.accountChanged(account);
    notify({ tone: 'success', title: t('contact.removed') });
    onClose();
  };
  return (
    <Dialog
      title={t('contact.remove.PHONE')}
      hint={t('contact.remove.hint', { phone: written(phone) })}
      onClose={onClose}
    >
      <SendForm
        submit={t('common.remove')}
        kind="danger"
        check={() => (hasPassword && password === '' ? { password: form('fault.needPassword') } : {})}
        send={send}
        onCancel={onClose}
      >
        {(faults) => <OwnPassword value={password} onChange={setPassword} error={faults.password} />}
      </SendForm>
    </Dialog>
  );
}
