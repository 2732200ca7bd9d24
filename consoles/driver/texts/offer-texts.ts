import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';
import { driverTexts } from './driver-texts.ts';

/** An offer, and the answers to it. Loaded with the screens that say it, besides what every screen says. */
const offerTexts = defineTexts({
  'offer.title': { en: 'New task', ar: 'مهمة جديدة' },
  'offer.byHand': { en: 'From your dispatcher', ar: 'من منسّق التوصيل' },
  'offer.left': { en: '{left} left to accept', ar: 'بقي {left} للقبول' },
  'offer.accept': { en: 'Accept', ar: 'قبول' },
  'offer.accepting': { en: 'Accepting …', ar: 'جارٍ القبول …' },
  'offer.decline': { en: 'Decline', ar: 'رفض' },
  'offer.decline.title': { en: 'Why not?', ar: 'ما السبب؟' },
  'offer.decline.hint': {
    en: 'This task will not be offered to you again.',
    ar: 'لن تُعرض عليك هذه المهمة مرة أخرى.',
  },
  'offer.over.title': { en: 'This offer is over', ar: 'انتهى هذا العرض' },
  'offer.over.detail': {
    en: 'Its time ran out, or the order changed. There is nothing for you to do.',
    ar: 'انتهت مهلته أو تغيّر الطلب. لا يلزمك فعل شيء.',
  },
  'offer.over.close': { en: 'OK', ar: 'حسنًا' },
  'offer.queued': {
    en: '{count, plural, one {# more offer comes after this one} other {# more offers come after this one}}',
    ar: '{count, plural, one {يليه عرض آخر} two {يليه عرضان آخران} few {تليه # عروض أخرى} many {يليه # عرضًا آخر} other {يليه # عرض آخر}}',
  },
  'offer.reason.far': { en: 'Too far', ar: 'بعيدة جدًا' },
  'offer.reason.full': { en: 'No room', ar: 'لا مكان في المركبة' },
  'offer.reason.vehicle': { en: 'Trouble with the vehicle', ar: 'عطل في المركبة' },
  'offer.reason.other': { en: 'Another reason', ar: 'سبب آخر' },
  'offer.items': {
    en: '{count, plural, one {# item} other {# items}}',
    ar: '{count, plural, one {قطعة واحدة} two {قطعتان} few {# قطع} many {# قطعة} other {# قطعة}}',
  },
  'offer.distance': { en: '{distance} store to door', ar: '{distance} من المتجر إلى الباب' },
  'offer.due': { en: 'By {time}', ar: 'قبل {time}' },
});

export const useOfferText = textHook({ ...driverTexts, ...offerTexts });
