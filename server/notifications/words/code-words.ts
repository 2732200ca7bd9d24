import type { OneTimeCodeKind } from '../../../actors/kinds/notification-kinds.ts';
import { clockText } from '../../kernel/calendar/qatar-time.ts';
import type { Bilingual, WordsOf } from './notice-words.ts';

/** As stored: the code is sealed separately and never part of the text. */
export const CODE_WORDS: WordsOf<OneTimeCodeKind> = {
  SIGN_IN_CODE: () => ({
    title: { en: 'Your sign-in code', ar: 'رمز تسجيل الدخول' },
    body: ENDED,
  }),
  EMAIL_VERIFICATION: () => ({
    title: { en: 'Confirm your e-mail address', ar: 'تأكيد بريدك الإلكتروني' },
    body: ENDED,
  }),
  PASSWORD_RESET: () => ({
    title: { en: 'Set a new password', ar: 'تعيين كلمة مرور جديدة' },
    body: ENDED,
  }),
  PHONE_VERIFICATION: () => ({
    title: { en: 'Confirm your phone number', ar: 'تأكيد رقم هاتفك' },
    body: ENDED,
  }),
};

const ENDED: Bilingual = {
  en: 'This code is no longer valid. Request a new one.',
  ar: 'لم يعد هذا الرمز صالحًا. اطلب رمزًا جديدًا.',
};

/** With the code, as sent while it is valid. The code comes first, so that a phone shows it in the preview. */
export const OPEN_CODE_WORDS: Readonly<Record<OneTimeCodeKind, (code: string, until: Date) => Bilingual>> = {
  SIGN_IN_CODE: (code, until) => ({
    en: `${code} is your Wasl sign-in code, valid until ${clockText('en', until)}. We never ask you for it: do not share it.`,
    ar: `${code} هو رمز دخولك إلى وصل، صالح حتى ${clockText('ar', until)}. لن نطلبه منك أبدًا، فلا تخبر به أحدًا.`,
  }),
  EMAIL_VERIFICATION: (code, until) => ({
    en: `${code} confirms your e-mail address at Wasl, valid until ${clockText('en', until)}. If you did not ask for it, ignore this message.`,
    ar: `${code} رمز تأكيد بريدك الإلكتروني في وصل، صالح حتى ${clockText('ar', until)}. إن لم تطلبه فتجاهل هذه الرسالة.`,
  }),
  PASSWORD_RESET: (code, until) => ({
    en: `${code} lets you set a new password at Wasl, valid until ${clockText('en', until)}. If you did not ask for it, do not share it and ignore this message.`,
    ar: `${code} رمز تعيين كلمة مرور جديدة في وصل، صالح حتى ${clockText('ar', until)}. إن لم تطلبه فلا تخبر به أحدًا وتجاهل هذه الرسالة.`,
  }),
  PHONE_VERIFICATION: (code, until) => ({
    en: `${code} confirms your phone number at Wasl, valid until ${clockText('en', until)}. If you did not ask for it, ignore this message.`,
    ar: `${code} رمز تأكيد رقم هاتفك في وصل، صالح حتى ${clockText('ar', until)}. إن لم تطلبه فتجاهل هذه الرسالة.`,
  }),
};

/** A reset link has a paragraph of its own, so that it can be tapped in either text direction. */
export function resetLinkText(link: Bilingual, until: Date): Bilingual {
  return {
    en: `Set a new password at Wasl here. The link works once, until ${clockText('en', until)}:\n\n${link.en}\n\nIf you did not ask for it, do not share it and ignore this message.`,
    ar: `عيّن كلمة مرور جديدة لحسابك في وصل من الرابط التالي. يعمل الرابط مرة واحدة حتى ${clockText('ar', until)}:\n\n${link.ar}\n\nإن لم تطلبه فلا ترسله إلى أحد وتجاهل هذه الرسالة.`,
  };
}
