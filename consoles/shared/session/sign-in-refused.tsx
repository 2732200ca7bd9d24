import { useFormats } from '../i18n/locale.tsx';
import { Banner } from '../ui/banner.tsx';
import { useNow } from '../ui/use-now.ts';
import type { SignInRefusal } from './sign-in-refusal.ts';
import { useSignInText } from './sign-in-texts.ts';

export interface SignInRefusedProps {
  refusal: SignInRefusal;
  /** The role this console is for, in words. */
  role: string;
}

/** What went wrong and what to do; a lock and a limit count down. */
export function SignInRefused({ refusal, role }: SignInRefusedProps) {
  const t = useSignInText();
  const { time, countdown } = useFormats();
  const waits = refusal.kind === 'locked' || refusal.kind === 'limited';
  const now = useNow(1_000, waits);
  if (refusal.kind === 'locked' || refusal.kind === 'limited') {
    const left = countdown((refusal.until - now) / 1_000);
    const title =
      refusal.kind === 'locked'
        ? t('signIn.locked.title', { time: time(refusal.until) })
        : t('signIn.limited.title');
    // A live region would announce the countdown every second: only the title is announced, by its own element.
    return (
      <>
        <p role="alert" className="visually-hidden">
          {title}
        </p>
        <Banner tone="warning" title={title} announce="off">
          {t(refusal.kind === 'locked' ? 'signIn.locked.detail' : 'signIn.limited.detail', { left })}
        </Banner>
      </>
    );
  }
  switch (refusal.kind) {
    case 'admin':
      return (
        <Banner tone="info" title={t('signIn.admin.title')} announce="assertive">
          {t('signIn.admin.detail', { role })}
        </Banner>
      );
    case 'role':
      return (
        <Banner tone="warning" title={t('signIn.role.title', { role })} announce="assertive">
          {t('signIn.role.detail')}
        </Banner>
      );
    default:
      return (
        <Banner
          tone={refusal.kind === 'noAnswer' || refusal.kind === 'later' ? 'warning' : 'danger'}
          title={t(`signIn.${refusal.kind}.title`)}
          announce="assertive"
        >
          {t(`signIn.${refusal.kind}.detail`)}
        </Banner>
      );
  }
}
