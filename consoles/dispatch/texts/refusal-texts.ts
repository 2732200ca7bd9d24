import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** Texts for refusals by error code: the service's own detail is written for developers. */
export const refusalTexts = defineTexts({
  'refused.state': {
    en: 'Its state is now “{state}”.',
    ar: 'حالتها الآن «{state}».',
  },
  'refused.possible': { en: 'You can: {actions}.', ar: 'يمكنك الآن: {actions}.' },
  'refused.nothing': { en: 'Nothing more can be done with it.', ar: 'لا يمكن فعل شيء آخر بها.' },
  'refused.changed': {
    en: 'Someone else changed this in the meantime. You see the current state: check it and decide.',
    ar: 'غيّره شخص آخر في هذه الأثناء. ما تراه هو الوضع الحالي: راجعه ثم قرّر.',
  },
  'refused.entries': {
    en: 'Something that was entered was not accepted. Check it and try again.',
    ar: 'لم يُقبل بعض ما أُدخل. تحقّق منه ثم حاول مرة أخرى.',
  },
  'refused.fault': {
    en: 'Something went wrong in the service, so it is not known whether this was done. The screen shows the current state. For support: {reference}',
    ar: 'حدث خلل في الخدمة، فلا يُعرف إن كان ذلك قد تم. الشاشة تعرض الوضع الحالي. للدعم: {reference}',
  },
  'refused.inProgress': {
    en: 'It is still in progress. Look again in a moment.',
    ar: 'ما زال قيد التنفيذ. راجعه بعد قليل.',
  },
  'refused.gone': {
    en: 'It no longer exists.',
    ar: 'لم يعد موجودًا.',
  },
  'refused.overlap': {
    en: 'The driver already has a shift: {span}. Choose another time, or move that one.',
    ar: 'لدى السائق وردية أخرى: {span}. اختر وقتًا آخر أو غيّر موعد تلك الوردية.',
  },
  'refused.overlapNow': {
    en: 'Someone has just planned a shift for this driver at this time.',
    ar: 'خطّط شخص آخر وردية لهذا السائق في هذا الوقت قبل لحظات.',
  },
  'refused.notApproved': {
    en: 'Only approved drivers have shifts. Approve or reinstate the driver first.',
    ar: 'الورديات للسائقين المعتمدين فقط. اعتمد السائق أو أعده إلى العمل أولًا.',
  },
  'refused.unfinished': {
    en: 'The driver still has tasks. Reassign them, or wait until they are finished.',
    ar: 'ما زالت لدى السائق مهام. أسندها إلى غيره أو انتظر حتى ينهيها.',
  },
  'refused.goods': {
    en: 'The driver still has goods on board. They have to be delivered, brought back or handed over first.',
    ar: 'ما زالت مع السائق بضاعة. يجب أن تُوصَّل أو تُعاد أو تُسلَّم إلى سائق آخر أولًا.',
  },
  'refused.cash': {
    en: 'The driver still has cash. It has to be handed in first, or you let the driver keep it.',
    ar: 'ما زال مع السائق نقد. يجب أن يسلّمه أولًا، أو أن تسمح له بالاحتفاظ به.',
  },
  'refused.past': {
    en: 'The past goes back to {time}.',
    ar: 'يمكن الرجوع إلى {time} على أبعد تقدير.',
  },
  'step.handOver': { en: 'a hand-over is under way', ar: 'يجري تسليمها بين سائقين' },
  'refused.limited': {
    en: 'Too much was asked for at once, so nothing was done. Try again at {time}.',
    ar: 'كثرت الطلبات في وقت واحد فلم يُنفَّذ شيء. حاول مرة أخرى عند {time}.',
  },
  'step.limited': {
    en: 'not done, because too much was asked for at once; try again in a minute',
    ar: 'لم تُنفَّذ لكثرة الطلبات في وقت واحد، حاول مرة أخرى بعد دقيقة',
  },
  'step.unknown': { en: 'it is not known whether this was done', ar: 'لا يُعرف إن كان ذلك قد تم' },
  'step.changed': { en: 'it was changed in the meantime', ar: 'تغيّر في هذه الأثناء' },
  'step.standsAt': {
    en: 'changed in the meantime, now “{status}”',
    ar: 'تغيّرت حالتها في هذه الأثناء إلى «{status}»',
  },
  'refused.ahead': { en: 'That moment has not come yet.', ar: 'لم يحن ذلك الوقت بعد.' },
});

export const useRefusalText = textHook(refusalTexts);
