import type { NotificationKind } from '../../actors/kinds/notification-kinds.ts';
import type { JsonObject } from '../../actors/runtime/machine.ts';
import type { QueuedChannel } from '../../db/models/notification-delivery.ts';
import { clockText } from '../kernel/calendar/qatar-time.ts';

export interface Bilingual {
  en: string;
  ar: string;
}

export interface NoticeText {
  title: Bilingual;
  body: Bilingual;
}

/** What a text may name; a name that the event did not bring is left empty. */
type Word = (name: string) => string;

interface NoticeFacts {
  /** Besides the app itself; nothing sends by these yet. */
  channels: readonly QueuedChannel[];
  text(word: Word): NoticeText;
}

/** Every kind of notification. */
const NOTICES: Readonly<Record<NotificationKind, NoticeFacts>> = {
  ORDER_PLACED: {
    channels: ['EMAIL'],
    text: (word) => ({
      title: { en: 'Order placed', ar: 'تم استلام طلبك' },
      body: {
        en: `We have your order ${word('orderNumber')}. You pay in cash at the door.`,
        ar: `استلمنا طلبك ${word('orderNumber')}. الدفع نقدًا عند الاستلام.`,
      },
    }),
  },
  GROUP_ACCEPTED: {
    channels: ['EMAIL', 'PUSH'],
    text: (word) => ({
      title: { en: 'The seller has accepted', ar: 'قبل البائع طلبك' },
      body: {
        en: `A seller is preparing its part of your order ${word('orderNumber')}.`,
        ar: `يجهّز أحد البائعين الجزء الخاص به من طلبك ${word('orderNumber')}.`,
      },
    }),
  },
  GROUP_REJECTED: {
    channels: ['EMAIL', 'PUSH'],
    text: (word) => ({
      title: { en: 'The seller has declined', ar: 'اعتذر البائع' },
      body: {
        en: `A seller cannot supply its part of your order ${word('orderNumber')}. You pay nothing for it.`,
        ar: `لا يستطيع أحد البائعين توفير الجزء الخاص به من طلبك ${word('orderNumber')}، ولن تدفع ثمنه.`,
      },
    }),
  },
  GROUP_READY: {
    channels: ['PUSH'],
    text: (word) => ({
      title: { en: 'Packed and ready', ar: 'جاهز للتسليم إلى السائق' },
      body: {
        en: `A part of your order ${word('orderNumber')} waits for its driver.`,
        ar: `جزء من طلبك ${word('orderNumber')} بانتظار السائق.`,
      },
    }),
  },
  PICKED_UP: {
    channels: ['PUSH'],
    text: (word) => ({
      title: { en: 'With the driver', ar: 'طلبك مع السائق' },
      body: {
        en: `The driver has picked up a part of your order ${word('orderNumber')}.`,
        ar: `استلم السائق جزءًا من طلبك ${word('orderNumber')}.`,
      },
    }),
  },
  IN_TRANSIT: {
    channels: ['PUSH'],
    text: (word) => ({
      title: { en: 'On its way to you', ar: 'في الطريق إليك' },
      body: {
        en: `The driver is on the way with your order ${word('orderNumber')}. Please have the cash ready.`,
        ar: `السائق في الطريق إليك بطلبك ${word('orderNumber')}. يُرجى تجهيز المبلغ نقدًا.`,
      },
    }),
  },
  DELIVERED: {
    channels: ['EMAIL', 'PUSH'],
    text: (word) => ({
      title: { en: 'Delivered', ar: 'تم التسليم' },
      body: {
        en: `A part of your order ${word('orderNumber')} has been delivered and paid.`,
        ar: `تم تسليم جزء من طلبك ${word('orderNumber')} ودفع ثمنه.`,
      },
    }),
  },
  DELIVERY_FAILED: {
    channels: ['EMAIL', 'PUSH'],
    text: (word) => ({
      title: { en: 'Not delivered', ar: 'تعذّر التسليم' },
      body: {
        en: `We could not deliver a part of your order ${word('orderNumber')}. We will tell you what happens next.`,
        ar: `تعذّر تسليم جزء من طلبك ${word('orderNumber')}. سنخبرك بالخطوة التالية.`,
      },
    }),
  },
  DELIVERY_RETRY: {
    channels: ['EMAIL', 'PUSH'],
    text: (word) => ({
      title: { en: 'We will come again', ar: 'سنعاود التوصيل' },
      body: {
        en: `A part of your order ${word('orderNumber')} is being brought again. Please have the cash ready.`,
        ar: `سنعاود توصيل جزء من طلبك ${word('orderNumber')}. يُرجى تجهيز المبلغ نقدًا.`,
      },
    }),
  },
  CANCELLED: {
    channels: ['EMAIL', 'PUSH'],
    text: (word) => ({
      title: { en: 'Cancelled', ar: 'تم الإلغاء' },
      body: {
        en: `A part of your order ${word('orderNumber')} has been cancelled. You pay nothing for it.`,
        ar: `أُلغي جزء من طلبك ${word('orderNumber')}، ولن تدفع ثمنه.`,
      },
    }),
  },
  // The code itself is put in when its recipient reads the notification, and never stored in words.
  DELIVERY_CODE: {
    channels: ['SMS'],
    text: (word) => ({
      title: { en: 'Your delivery code', ar: 'رمز التسليم' },
      body: {
        en: `The code for order ${word('orderNumber')} is no longer valid. The driver can request a new one.`,
        ar: `رمز الطلب ${word('orderNumber')} لم يعد صالحًا. يمكن للسائق طلب رمز جديد.`,
      },
    }),
  },
  NEW_ORDER: {
    channels: ['EMAIL', 'PUSH'],
    text: (word) => ({
      title: { en: 'New order', ar: 'طلب جديد' },
      body: {
        en: `Order ${word('orderNumber')} waits for you to accept it.`,
        ar: `الطلب ${word('orderNumber')} بانتظار قبولك.`,
      },
    }),
  },
  DEADLINE_MISSED: {
    channels: ['EMAIL', 'PUSH'],
    text: (word) => ({
      title: { en: 'Not accepted in time', ar: 'انتهت مهلة القبول' },
      // A dispatcher reads the words of the alert, the seller those to itself.
      body: alertBody(word) ?? {
        en: `Order ${word('orderNumber')} is past its acceptance deadline. You can still accept it.`,
        ar: `انتهت مهلة قبول الطلب ${word('orderNumber')}. ما زال بإمكانك قبوله.`,
      },
    }),
  },
  LOW_STOCK: {
    channels: ['EMAIL', 'PUSH'],
    text: (word) => ({
      title: { en: 'Stock is running low', ar: 'المخزون يوشك على النفاد' },
      body: {
        en: `${word('titleEn')} (${word('sku')}): ${word('available')} left, fewer than ${word('threshold')}.`,
        ar: `${word('titleAr')} (${word('sku')}): بقي ${word('available')}، أقل من ${word('threshold')}.`,
      },
    }),
  },
  SELLER_APPROVED: {
    channels: ['EMAIL', 'PUSH'],
    text: (word) => ({
      title: { en: 'Your shop is open', ar: 'تم قبول متجرك' },
      body: {
        en: `Your application for ${word('nameEn')} is approved. Add products and stock to start selling.`,
        ar: `تم اعتماد طلبك لمتجر ${word('nameAr')}. أضف المنتجات والمخزون لتبدأ البيع.`,
      },
    }),
  },
  SELLER_REJECTED: {
    channels: ['EMAIL', 'PUSH'],
    text: (word) => ({
      title: { en: 'Your application was declined', ar: 'لم يُقبل طلبك' },
      body: {
        en: `Your application for ${word('nameEn')} was not approved (${word('reason')}). You can apply again.`,
        ar: `لم يُعتمد طلبك لمتجر ${word('nameAr')} (${word('reason')}). يمكنك تقديم طلب جديد.`,
      },
    }),
  },
  SELLER_SUSPENDED: {
    channels: ['EMAIL', 'PUSH'],
    text: (word) => ({
      title: { en: 'Your shop is suspended', ar: 'تم تعليق متجرك' },
      body: {
        en: `Nothing of ${word('nameEn')} can be bought for now (${word('reason')}). Please finish the orders that are open.`,
        ar: `لا يمكن الشراء من ${word('nameAr')} حاليًا (${word('reason')}). يُرجى إتمام الطلبات المفتوحة.`,
      },
    }),
  },
  SELLER_REINSTATED: {
    channels: ['EMAIL', 'PUSH'],
    text: (word) => ({
      title: { en: 'Your shop is open again', ar: 'أُعيد فتح متجرك' },
      body: {
        en: `Buyers can buy from ${word('nameEn')} again.`,
        ar: `يمكن للمشترين الشراء من ${word('nameAr')} من جديد.`,
      },
    }),
  },
  // Without the token, which stands sealed beside the message and never in its words.
  STAFF_INVITATION: {
    channels: ['EMAIL'],
    text: (word) => ({
      title: { en: `Work for ${word('nameEn')}`, ar: `انضم إلى ${word('nameAr')}` },
      body: {
        en: `You are invited to the staff of ${word('nameEn')}. Sign in with this e-mail, or register with it, and accept within 7 days.`,
        ar: `يدعوك ${word('nameAr')} للانضمام إلى فريقه. سجّل الدخول بهذا البريد أو أنشئ حسابًا به، واقبل الدعوة خلال 7 أيام.`,
      },
    }),
  },
  BANK_ACCOUNT_CHANGED: {
    channels: ['EMAIL', 'SMS', 'PUSH'],
    text: (word) => ({
      title: { en: 'Your bank account was changed', ar: 'تم تغيير حسابك البنكي' },
      body: {
        en: `From ${word('usableFrom')} on payouts go to the account ending in ${word('lastFour')}. If this was not you, tell us at once.`,
        ar: `ابتداءً من ${word('usableFrom')} تُحوَّل المستحقات إلى الحساب المنتهي بـ ${word('lastFour')}. إن لم تكن أنت من غيّره فأبلغنا فورًا.`,
      },
    }),
  },
  TASK_OFFERED: {
    channels: ['PUSH'],
    text: (word) => ({
      title: { en: 'New delivery', ar: 'توصيلة جديدة' },
      body: {
        en: `A delivery for order ${word('orderNumber')} is offered to you.`,
        ar: `عُرضت عليك توصيلة للطلب ${word('orderNumber')}.`,
      },
    }),
  },
  TASK_WITHDRAWN: {
    channels: ['PUSH'],
    text: (word) => ({
      title: { en: 'Delivery withdrawn', ar: 'سُحبت التوصيلة' },
      body: {
        en: `The delivery for order ${word('orderNumber')} is no longer yours.`,
        ar: `توصيلة الطلب ${word('orderNumber')} لم تعد مسندة إليك.`,
      },
    }),
  },
  HAND_OVER: {
    channels: ['PUSH'],
    text: (word) => ({
      title: { en: 'Hand-over between drivers', ar: 'تسليم بين سائقين' },
      body: {
        en: `The goods of order ${word('orderNumber')} change drivers. Both confirm when they are handed over.`,
        ar: `تنتقل بضاعة الطلب ${word('orderNumber')} إلى سائق آخر. يؤكد كلا السائقين عند التسليم.`,
      },
    }),
  },
  DRIVER_APPROVED: {
    channels: ['EMAIL', 'PUSH'],
    text: () => ({
      title: { en: 'You are approved', ar: 'تم اعتمادك' },
      body: {
        en: 'You can start your first shift now. Sign in again if your app does not show it.',
        ar: 'يمكنك الآن بدء أول وردية. سجّل الدخول من جديد إذا لم تظهر في التطبيق.',
      },
    }),
  },
  SHIFT_REMINDER: {
    channels: ['PUSH'],
    text: (word) => ({
      title: { en: 'Your shift begins soon', ar: 'ورديتك تبدأ قريبًا' },
      body: {
        en: `Your shift begins at ${word('plannedStart')}. Start it in the app when you are ready.`,
        ar: `تبدأ ورديتك الساعة ${word('plannedStart')}. ابدأها من التطبيق عندما تكون جاهزًا.`,
      },
    }),
  },
  CASH_NEAR_LIMIT: {
    channels: ['PUSH'],
    text: (word) => ({
      title: { en: 'Hand in your cash soon', ar: 'سلّم النقد قريبًا' },
      body: {
        en: `You hold ${word('cashOnHand')} QAR of at most ${word('cashLimit')} QAR.`,
        ar: `بحوزتك ${word('cashOnHand')} ر.ق من أصل ${word('cashLimit')} ر.ق كحد أقصى.`,
      },
    }),
  },
  SETTLEMENT_RECEIPT: {
    channels: ['EMAIL'],
    text: (word) => ({
      title: { en: 'Cash handed in', ar: 'تم تسليم النقد' },
      body: {
        en: `Receipt ${word('receiptNumber')}: ${word('counted')} QAR counted, ${word('expected')} QAR expected.`,
        ar: `الإيصال ${word('receiptNumber')}: المعدود ${word('counted')} ر.ق، والمتوقع ${word('expected')} ر.ق.`,
      },
    }),
  },
  ALERT: {
    channels: ['PUSH'],
    text: (word) => ({
      title: { en: 'Alert', ar: 'تنبيه' },
      body: alertBody(word) ?? { en: 'Look at the alerts board.', ar: 'راجع لوحة التنبيهات.' },
    }),
  },
};

function alertBody(word: Word): Bilingual | null {
  const [en, ar] = [word('messageEn'), word('messageAr')];
  return en === '' ? null : { en, ar };
}

/** The channels that its message is queued for besides the app itself. */
export function queuedChannels(kind: NotificationKind): NoticeFacts['channels'] {
  return NOTICES[kind].channels;
}

/** The words of a notification in both languages, as they are stored. */
export function noticeText(kind: NotificationKind, data: JsonObject): NoticeText {
  return NOTICES[kind].text((name) => {
    const value = data[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  });
}

/** What its recipient reads while a delivery code is valid. */
export function codeText(code: string, orderNumber: string, until: Date): Bilingual {
  return {
    en: `Your code for order ${orderNumber} is ${code}. Tell it to the driver at the door. Valid until ${clockText('en', until)}.`,
    ar: `رمز الطلب ${orderNumber} هو ${code}. أخبر به السائق عند الباب. صالح حتى ${clockText('ar', until)}.`,
  };
}
