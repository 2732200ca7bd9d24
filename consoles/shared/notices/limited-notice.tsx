import { useEffect } from 'react';
import { defineTexts } from '../i18n/define-texts.ts';
import { textHook, useFormats } from '../i18n/locale.tsx';
import { limitedUntil } from './limited.ts';
import { notify } from './notices.ts';

const useText = textHook(
  defineTexts({
    'limited.title': { en: 'Too many requests from this network', ar: 'طلبات كثيرة جدًا من هذه الشبكة' },
    'limited.detail': {
      en: 'What is missing here loads by itself at {time}.',
      ar: 'سيُحمَّل ما ينقص هنا تلقائيًا الساعة {time}.',
    },
  }),
);

/** Shows until when reads are rate limited; pending ones are then sent automatically. */
export function LimitedNotice({ until }: { until: number }) {
  const t = useText();
  const { timeWithSeconds } = useFormats();
  useEffect(() => {
    const stays = Math.max(0, until - Date.now());
    notify({
      tone: 'warning',
      title: t('limited.title'),
      detail: t('limited.detail', { time: timeWithSeconds(until) }),
      stays,
    });
    const over = setTimeout(() => limitedUntil.set(null), stays);
    return () => clearTimeout(over);
  }, [until, t, timeWithSeconds]);
  return null;
}
