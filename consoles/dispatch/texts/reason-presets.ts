import { defineTexts, type Locale, type Text } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';
import type { TaskAction } from '../data/task-actions.ts';

/** What dispatchers say most often when they have to say why. Kept with the task in the language it was said in. */
export const reasonPresets = defineTexts({
  late: { en: 'Running late', ar: 'تأخّر عن الموعد' },
  nearer: { en: 'Another driver suits better', ar: 'سائق آخر أنسب' },
  vehicle: { en: 'Vehicle trouble', ar: 'عطل في المركبة' },
  unreachable: { en: 'Driver cannot be reached', ar: 'تعذّر الاتصال بالسائق' },
  asked: { en: 'Driver asked for it', ar: 'بطلب من السائق' },
  load: { en: 'Too much work for one', ar: 'عبء كبير على سائق واحد' },
  buyerAsked: { en: 'Buyer asked for it', ar: 'بطلب من المشتري' },
  sellerAsked: { en: 'Seller asked for it', ar: 'بطلب من البائع' },
  goodsMissing: { en: 'Goods are missing or damaged', ar: 'البضاعة ناقصة أو تالفة' },
  noPhone: { en: 'Buyer has no phone at hand', ar: 'لا هاتف مع المشتري' },
  codeLost: { en: 'The code did not arrive', ar: 'لم يصل الرمز' },
  identified: { en: 'Buyer was identified otherwise', ar: 'تم التحقق من هوية المشتري بطريقة أخرى' },
  mistake: { en: 'By mistake', ar: 'حدث ذلك خطأ' },
  wrongCash: { en: 'Wrong amount of cash', ar: 'مبلغ النقد غير صحيح' },
  lost: { en: 'Goods are lost', ar: 'فُقدت البضاعة' },
  damaged: { en: 'Goods are damaged', ar: 'تلفت البضاعة' },
  readyAgain: { en: 'Driver is ready again', ar: 'السائق جاهز من جديد' },
});

export type ReasonPreset = keyof typeof reasonPresets;
export const usePresetText = textHook(reasonPresets);

const MOVING = ['late', 'nearer', 'vehicle', 'unreachable', 'asked', 'load'] as const;

/** The reasons that are offered for an action; one that is not listed takes free words alone. */
export const PRESETS_OF: { readonly [action in TaskAction]?: readonly ReasonPreset[] } = {
  assign: MOVING,
  reassign: MOVING,
  'hand-over': MOVING,
  unassign: ['vehicle', 'unreachable', 'asked', 'load', 'mistake'],
  cancel: ['buyerAsked', 'sellerAsked', 'goodsMissing'],
  retry: ['buyerAsked'],
  return: ['buyerAsked', 'goodsMissing'],
  'override-code': ['noPhone', 'codeLost', 'identified'],
  reverse: ['mistake', 'wrongCash'],
  'clear-exclusions': ['readyAgain', 'mistake'],
  'write-off': ['lost', 'damaged'],
};

const KNOWN: ReadonlyMap<string, Text> = new Map(
  Object.values(reasonPresets).flatMap((text) =>
    [text.en, text.ar].map((words) => [words, text] as [string, Text]),
  ),
);

/** A reason in the reader's language, where it was chosen and not written. */
export function reasonIn(locale: Locale, reason: string): string {
  return KNOWN.get(reason)?.[locale] ?? reason;
}
