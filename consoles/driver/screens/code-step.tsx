import { type FormEvent, useId, useState } from 'react';
import { NoAnswerError, ProblemError } from '../../shared/api/problem.ts';
import { useFormats } from '../../shared/i18n/locale.tsx';
import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { PlainButton } from '../../shared/ui/plain-button.tsx';
import { useAct, useDriver, usePhone, useServerNow } from '../data/driver-context.tsx';
import stepStyles from '../parts/step.module.css';
import type { LocalTask } from '../tasks/local-task.ts';
import { useCodeText } from '../texts/code-texts.ts';
import styles from './code-step.module.css';

const DIGITS = 6;

/** Asks for the buyer's delivery code. The service checks it, so it needs a connection. */
export function CodeStep({ local }: { local: LocalTask }) {
  const t = useCodeText();
  const shared = useSharedText();
  const { countdown } = useFormats();
  const runtime = useDriver();
  const act = useAct();
  const { connection } = usePhone();
  const now = useServerNow(1_000);
  const id = useId();
  const [code, setCode] = useState('');
  const [checking, setChecking] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const { task } = local;
  const offline = connection.kind === 'offline';
  const left = task.codeExpiresAt === null ? null : (Date.parse(task.codeExpiresAt) - now) / 1_000;

  const explain = (error: unknown): string => {
    if (error instanceof NoAnswerError) return t('connection.neededCode');
    if (!(error instanceof ProblemError)) return shared('error.detail');
    const { triesLeft } = error.problem as { triesLeft?: unknown };
    return typeof triesLeft === 'number' ? t('code.wrong', { count: triesLeft }) : error.message;
  };
  const verify = async () => {
    setChecking(true);
    setFault(null);
    try {
      await runtime.calls.verify(task, code);
    } catch (error) {
      setFault(explain(error));
      setCode('');
    } finally {
      setChecking(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (offline) setFault(t('connection.neededCode'));
    else if (code.length === DIGITS && !checking) void verify();
  };
  return (
    <form className={stepStyles.steps} onSubmit={submit}>
      <div className={stepStyles.field}>
        <label htmlFor={id}>{t('code.title')}</label>
        <input
          id={id}
          className={styles.digits}
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          maxLength={DIGITS}
          value={code}
          aria-describedby={`${id}-hint`}
          aria-invalid={fault !== null}
          onChange={(event) => setCode(latin(event.target.value).slice(0, DIGITS))}
        />
        <p id={`${id}-hint`} className={stepStyles.hint}>
          {t('code.hint')}
          {left === null || left <= 0 ? null : ` ${t('code.valid', { left: countdown(left) })}`}
        </p>
      </div>
      {offline && fault === null ? (
        <Banner tone="warning">{t('connection.neededCode')}</Banner>
      ) : fault === null ? null : (
        <Banner tone="danger" announce="assertive">
          {fault}
        </Banner>
      )}
      <PlainButton
        wide
        type="submit"
        kind="primary"
        className={stepStyles.big}
        isDisabled={code.length < DIGITS && !offline}
        isPending={checking}
      >
        {t(checking ? 'code.checking' : 'code.verify')}
      </PlainButton>
      <PlainButton
        wide
        onPress={() => void act({ kind: 'delivery-code', taskId: task.id, orderNumber: task.orderNumber })}
      >
        {t('code.again')}
      </PlainButton>
    </form>
  );
}

/** Converts Arabic digits, which Arabic keyboards type; drops spaces, which pasted codes have. */
function latin(typed: string): string {
  const digits = typed.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
  return digits.replace(/\D/g, '');
}
