import { defineTexts } from './define-texts.ts';

/** What is said under the bell. */
export const bellTexts = defineTexts({
  'bell.label': {
    en: 'Notifications, {count, plural, =0 {none unread} one {# unread} other {# unread}}',
    ar: 'الإشعارات، {count, plural, =0 {لا شيء غير مقروء} one {غير المقروءة: #} two {غير المقروءة: #} few {غير المقروءة: #} many {غير المقروءة: #} other {غير المقروءة: #}}',
  },
  'bell.title': { en: 'Notifications', ar: 'الإشعارات' },
  'bell.readAll': { en: 'Mark all as read', ar: 'تعليم الكل كمقروء' },
  'bell.unread': { en: 'Unread: ', ar: 'غير مقروء: ' },
  'bell.empty': { en: 'No notifications', ar: 'لا توجد إشعارات' },
  'bell.emptyDetail': {
    en: 'What concerns you appears here the moment it happens.',
    ar: 'يظهر هنا كل ما يعنيك لحظة حدوثه.',
  },
});
