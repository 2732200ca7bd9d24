import type { JsonObject } from '../../../actors/runtime/machine.ts';
import { clockText } from '../../kernel/calendar/qatar-time.ts';
import { OPEN_CODE_WORDS, resetLinkText } from './code-words.ts';
import type { Bilingual } from './notice-words.ts';

/** What the recipient reads while a delivery code is valid. */
export function codeText(code: string, orderNumber: string, until: Date): Bilingual {
  return {
    en: `Your code for order ${orderNumber} is ${code}. Tell it to the driver at the door. Valid until ${clockText('en', until)}.`,
    ar: `رمز الطلب ${orderNumber} هو ${code}. أخبر به السائق عند الباب. صالح حتى ${clockText('ar', until)}.`,
  };
}

export interface SecretFacts {
  /** The body as stored, without the secret. */
  body: Bilingual;
  data: JsonObject;
  /** Domain time. */
  until: Date;
  /** Where the secret can be used by following a link; null: it is typed in. */
  link: Bilingual | null;
}

/** Kinds whose message is useless without its sealed secret. */
export type SecretKind = keyof typeof OPEN_CODE_WORDS | 'DELIVERY_CODE' | 'STAFF_INVITATION';

/** The text that is sent while the secret is valid, with the secret itself or a link that contains it. */
export function secretText(
  kind: SecretKind,
  secret: string,
  { body, data, until, link }: SecretFacts,
): Bilingual {
  if (kind === 'DELIVERY_CODE') return codeText(secret, String(data.orderNumber ?? ''), until);
  if (kind === 'STAFF_INVITATION')
    return {
      en: `${body.en}\n\n${link?.en ?? `Your invitation code: ${secret}`}`,
      ar: `${body.ar}\n\n${link?.ar ?? `رمز الدعوة: ${secret}`}`,
    };
  if (kind === 'PASSWORD_RESET' && link !== null) return resetLinkText(link, until);
  return OPEN_CODE_WORDS[kind](secret, until);
}
