import { NoAnswerError, ProblemError } from '../api/problem.ts';
import { useFormats } from '../i18n/locale.tsx';
import { useSharedText } from '../i18n/shared-texts.ts';
import { Banner } from '../ui/banner.tsx';
import { useNow } from '../ui/use-now.ts';
import { useFormText } from './use-form-text.ts';

const WAITING = new Set(['auth.ACCOUNT_LOCKED', 'common.RATE_LIMITED']);
const DEFAULT_WAIT = 60;

/** Why a request was refused, where no field is in error; a lock and a limit count down. */
export function Refused({ refusal, at }: { refusal: unknown; at: number }) {
  const t = useFormText();
  const shared = useSharedText();
  if (refusal instanceof NoAnswerError) {
    return (
      <Banner tone="warning" title={shared('error.noAnswer')} announce="assertive">
        {t('refused.noAnswer.detail')}
      </Banner>
    );
  }
  if (!(refusal instanceof ProblemError)) {
    return (
      <Banner tone="danger" title={shared('error.title')} announce="assertive">
        {shared('error.detail')}
      </Banner>
    );
  }
  const { code, title, message, retryAfter } = refusal;
  if (WAITING.has(code)) {
    const until = at + (retryAfter ?? DEFAULT_WAIT) * 1_000;
    return <Waiting locked={code === 'auth.ACCOUNT_LOCKED'} until={until} />;
  }
  const known = { 'auth.FRESH_SIGN_IN_REQUIRED': 'fresh', 'auth.MFA_REQUIRED': 'factor' } as const;
  const own = known[code as keyof typeof known];
  if (own !== undefined) {
    return (
      <Banner tone="warning" title={t(`refused.${own}.title`)} announce="assertive">
        {t(`refused.${own}.detail`)}
      </Banner>
    );
  }
  return (
    <Banner tone="danger" title={title} announce="assertive">
      {message === title ? undefined : message}
    </Banner>
  );
}

function Waiting({ locked, until }: { locked: boolean; until: number }) {
  const t = useFormText();
  const { time, countdown } = useFormats();
  const now = useNow(1_000);
  const title = locked ? t('refused.locked.title', { time: time(until) }) : t('refused.limited.title');
  const left = countdown((until - now) / 1_000);
  // A live region would announce the countdown every second: only the title is announced, by its own element.
  return (
    <>
      <p role="alert" className="visually-hidden">
        {title}
      </p>
      <Banner tone="warning" title={title} announce="off">
        {t(locked ? 'refused.locked.detail' : 'refused.limited.detail', { left })}
      </Banner>
    </>
  );
}
