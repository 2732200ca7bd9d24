import type { JsonObject } from '../../../actors/runtime/machine.ts';
import { clockText } from '../../kernel/calendar/qatar-time.ts';
import { OPEN_CODE_WORDS } from './code-words.ts';
import type { Bilingual } from './notice-words.ts';

/** What its recipient reads while a delivery code is valid. */
export function codeText(code: string, orderNumber: string, until: Date): Bilingual {
  return {
    en: `Your code for order ${orderNumber} is ${code}. Tell it to the driver at the door. Valid until ${clockText('en', until)}.`,
    ar: `رمز الطلب ${orderNumber} هو ${code}. أخبر به السائق عند الباب. صالح حتى ${clockText('ar', until)}.`,
  };
}

export interface SecretFacts {
  /** The body as it is stored, without the secret. */
  body: Bilingual;
  data: JsonObject;
  /** Domain time. */
  until: Date;
}

/** Kinds whose message is worth nothing without what is sealed beside it. */
export type SecretKind = keyof typeof OPEN_CODE_WORDS | 'DELIVERY_CODE' | 'STAFF_INVITATION';

/** What is sent while its secret is valid, with the secret in plain text. */
export function secretText(kind: SecretKind, secret: string, { body, data, until }: SecretFacts): Bilingual {
  if (kind === 'DELIVERY_CODE') return codeText(secret, String(data.orderNumber ?? ''), until);
  if (kind !== 'STAFF_INVITATION') return OPEN_CODE_WORDS[kind](secret, until);
  return {
    en: `${body.en}\n\nYour invitation code: ${secret}`,
    ar: `${body.ar}\n\nرمز الدعوة: ${secret}`,
  };
}
