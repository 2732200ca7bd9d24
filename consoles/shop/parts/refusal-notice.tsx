import type { ReactNode } from 'react';
import type { Wait } from '../../../server/storefront/form-page-models.ts';
import { useShop } from './shop-context.tsx';
import { useWait } from './wait-words.ts';

export type RefusalWords = readonly [title: string, detail: string];

/** A refusal that concerns no field, above the form. @param children What may help. */
export function RefusalNotice({
  words: [title, detail],
  isMild = false,
  children,
}: {
  words: RefusalWords;
  isMild?: boolean;
  children?: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noAutofocus: a page that refuses a form begins with why
    <div className={isMild ? 'notice' : 'notice danger'} role="alert" tabIndex={-1} autoFocus>
      <strong>{title}</strong>
      <p>{detail}</p>
      {children}
    </div>
  );
}

/** @param locked Texts for an account that has to wait: a locked one that is signed in stays signed in. */
export function useWaitWords(locked: 'entry.locked' | 'refused.locked'): (wait: Wait) => RefusalWords {
  const { t, format } = useShop();
  const wait = useWait();
  return ({ kind, until, seconds }) => {
    const time = format.time(until);
    const left = wait(seconds);
    return kind === 'locked'
      ? [t(`${locked}.title`, { time }), t(`${locked}.detail`, { left })]
      : [t('entry.limited.title'), t('entry.limited.detail', { time, left })];
  };
}
