import { defineTexts } from '../i18n/define-texts.ts';
import { textHook } from '../i18n/locale.tsx';

/** Texts around a table. */
export const tableTexts = defineTexts({
  'table.filter': { en: 'Filter', ar: 'تصفية' },
  'table.export': { en: 'Export CSV', ar: 'تصدير CSV' },
  'table.exportSelected': { en: 'Export selected', ar: 'تصدير المحدد' },
  'table.selected': {
    en: '{count} selected',
    ar: 'حُدّد {count}',
  },
  'table.nothing': {
    en: 'No row matches these words.',
    ar: 'لا صف يطابق هذه الكلمات.',
  },
  'table.selectAll': { en: 'Select all', ar: 'تحديد الكل' },
  'table.select': { en: 'Select {name}', ar: 'تحديد {name}' },
  'table.count': {
    en: '{shown} of {all, plural, one {# row} other {# rows}}',
    ar: '{shown} من {all, plural, one {صف واحد} two {صفين} few {# صفوف} many {# صفًا} other {# صف}}',
  },
});

export const useTableText = textHook(tableTexts);
