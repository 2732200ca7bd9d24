import { defineTexts } from '../i18n/define-texts.ts';

/** What is said of what one is sent, by which channel and when. */
export const preferenceTexts = defineTexts({
  'choices.title': { en: 'What you are sent', ar: 'ما يُرسل إليك' },
  'choices.hint': {
    en: 'Everything is shown under the bell, whatever you choose here.',
    ar: 'يظهر كل شيء تحت الجرس مهما اخترت هنا.',
  },
  'choices.none': {
    en: 'None of the messages for your role can be switched off.',
    ar: 'لا يمكن إيقاف أي من رسائل دورك.',
  },
  'channel.EMAIL': { en: 'E-mail', ar: 'البريد' },
  'channel.SMS': { en: 'Text message', ar: 'رسالة قصيرة' },
  'channel.PUSH': { en: 'On your devices', ar: 'على أجهزتك' },
  'choices.notHeld': { en: 'also in quiet hours', ar: 'وفي ساعات الهدوء أيضًا' },
  'always.title': { en: 'Always sent', ar: 'يُرسل دائمًا' },
  'always.hint': {
    en: 'Codes and messages about the security of your account are sent at any hour, on every channel you have. They cannot be switched off, so that someone who takes over your account cannot hide it from you.',
    ar: 'تُرسل الرموز ورسائل أمان حسابك في أي ساعة وعبر كل قناة لها. ولا يمكن إيقافها كي لا يخفي عنك أحدٌ استيلاءه على حسابك.',
  },
  'quiet.title': { en: 'Quiet hours', ar: 'ساعات الهدوء' },
  'quiet.hint': {
    en: 'Every day between these times, messages that can wait are held and sent afterwards.',
    ar: 'كل يوم بين هذين الوقتين تُؤجَّل الرسائل التي يمكن تأجيلها، ثم تُرسل بعدها.',
  },
  'quiet.on': { en: 'Hold messages in quiet hours', ar: 'تأجيل الرسائل في ساعات الهدوء' },
  'quiet.from': { en: 'From', ar: 'من' },
  'quiet.until': { en: 'Until', ar: 'حتى' },
  'quiet.zone': { en: 'Time zone', ar: 'المنطقة الزمنية' },
  'quiet.overnight': { en: 'Past midnight, until the next day.', ar: 'عبر منتصف الليل إلى اليوم التالي.' },
  'quiet.needTime': { en: 'Choose a time.', ar: 'اختر وقتًا.' },
  'quiet.same': {
    en: 'Choose a different time from the start.',
    ar: 'اختر وقتًا غير وقت البداية.',
  },
  'choices.unsaved': { en: 'Not saved yet', ar: 'لم يُحفظ بعد' },
});
