import { expect } from 'chai';
import { defineTexts } from '../../../consoles/shared/i18n/define-texts.ts';
import { formats } from '../../../consoles/shared/i18n/formats.ts';
import { sharedTexts } from '../../../consoles/shared/i18n/shared-texts.ts';
import { translator } from '../../../consoles/shared/i18n/translate.ts';

const texts = defineTexts({
  plain: { en: 'Nothing to do', ar: 'لا شيء' },
  greeting: { en: 'Hello {name}, order {order}', ar: 'مرحبًا {name}، الطلب {order}' },
  tasks: {
    en: '{count, plural, =0 {no tasks} one {# task} other {# tasks}} for {driver}',
    ar: '{count, plural, zero {لا مهام} one {مهمة واحدة} two {مهمتان} few {# مهام} many {# مهمة} other {# مهمة}} لدى {driver}',
  },
  who: {
    en: '{kind, select, DRIVER {driver {name}} other {nobody}}',
    ar: '{kind, select, DRIVER {السائق {name}} other {لا أحد}}',
  },
});
const en = translator(texts, 'en');
const ar = translator(texts, 'ar');
/** Isolates are invisible, and not what these tests are about. */
const shown = (text: string) => text.replace(/[\u2066-\u2069\u200e\u200f]/g, '');

describe('texts of the consoles', () => {
  it('are formatted with their parameters, in each language', () => {
    expect(en('plain')).to.equal('Nothing to do');
    expect(en('greeting', { name: 'Noora', order: 'W-1' })).to.equal('Hello Noora, order W-1');
    expect(shown(ar('greeting', { name: 'Noora', order: 'W-1' }))).to.equal('مرحبًا Noora، الطلب W-1');
    expect(en('who', { kind: 'DRIVER', name: 'Rashid' })).to.equal('driver Rashid');
  });

  it('have six plurals in Arabic, with Latin digits', () => {
    const counts = [0, 1, 2, 3, 11, 100].map((count) => ar('tasks', { count, driver: 'راشد' }));
    expect(counts.map((text) => text.replace(' لدى راشد', ''))).to.deep.equal([
      'لا مهام',
      'مهمة واحدة',
      'مهمتان',
      '3 مهام',
      '11 مهمة',
      '100 مهمة',
    ]);
  });

  it('isolate a part that reads in the other direction', () => {
    expect(ar('greeting', { name: 'راشد', order: 'W-1' }))
      .to.include('\u2068W-1\u2069')
      .and.not.include('\u2068راشد');
    expect(en('greeting', { name: 'راشد', order: 'W-1' }))
      .to.include('\u2068راشد\u2069')
      .and.not.include('\u2068W-1');
  });

  it('do not compile with a key, a language or a parameter too few or too many', () => {
    const never: (() => unknown)[] = [
      // @ts-expect-error the key does not exist
      () => en('missing'),
      // @ts-expect-error it takes parameters
      () => en('greeting'),
      // @ts-expect-error `order` is missing
      () => en('greeting', { name: 'x' }),
      // @ts-expect-error `more` is too much
      () => en('greeting', { name: 'x', order: 'y', more: 1 }),
      // @ts-expect-error a plural counts
      () => en('tasks', { count: '1', driver: 'x' }),
      // @ts-expect-error it takes none
      () => en('plain', {}),
      // @ts-expect-error Arabic is missing
      () => defineTexts({ a: { en: 'x' } }),
      // @ts-expect-error the Arabic text has another parameter
      () => defineTexts({ a: { en: '{one}', ar: '{two}' } }),
      // @ts-expect-error the Arabic text has one more
      () => defineTexts({ a: { en: 'x', ar: '{two}' } }),
    ];
    expect(never).to.have.length(9);
  });

  it('can all be parsed, and Arabic ones with a number have their plurals', () => {
    for (const [key, text] of Object.entries(sharedTexts)) {
      for (const locale of ['en', 'ar'] as const) {
        const names = [...text[locale].matchAll(/\{(\w+)/g)].map(([, name]) => [name, 3]);
        const read = translator({ [key]: text }, locale) as (key: string, values: object) => string;
        expect(read(key, Object.fromEntries(names)), `${key} ${locale}`)
          .to.be.a('string')
          .and.not.include('{');
      }
      const plural = /plural/.test(text.en);
      if (plural)
        for (const form of ['one', 'two', 'few', 'many', 'other'])
          expect(text.ar, key).to.include(`${form} {`);
    }
  });
});

describe('formats of the consoles', () => {
  const [english, arabic] = [formats('en'), formats('ar')];
  const moment = '2026-11-21T21:05:09Z';

  it('show times in Qatar, whatever the machine’s zone, with 24 hours and Latin digits', () => {
    expect(english.time(moment)).to.equal('00:05');
    expect(english.timeWithSeconds(moment)).to.equal('00:05:09');
    expect(shown(arabic.time(moment))).to.equal('00:05');
    expect(english.day(moment)).to.match(/Sun/).and.match(/22/);
  });

  it('show spans with one day where one is enough, and phone numbers in groups', () => {
    const span = (from: string, to: string) => english.span(from, to).replace(/\s/g, ' ');
    expect(span('2026-11-23T05:00:00Z', '2026-11-23T13:00:00Z')).to.equal('Mon 23 Nov, 08:00 to 16:00');
    expect(span('2026-11-23T13:00:00Z', '2026-11-24T05:00:00Z')).to.equal(
      'Mon 23 Nov, 16:00 to Tue 24 Nov, 08:00',
    );
    expect(english.clocks('2026-11-23T05:00:00Z', '2026-11-23T13:00:00Z')).to.equal('08:00–16:00');
    expect(english.phone('+97433123456').replace(/\s/g, ' ')).to.equal('+974 3312 3456');
    expect(arabic.phone('+97433123456')).to.match(/^\u2066.*\u2069$/);
  });

  it('take money as the decimal string that it is', () => {
    expect(shown(english.money('25.00')).replace(/\s/g, ' ')).to.equal('QAR 25.00');
    expect(english.money('90071992547409.93')).to.include('90,071,992,547,409.93');
    expect(shown(arabic.money('25.50')))
      .to.include('25.50')
      .and.match(/ر\.ق|QAR/);
  });

  it('show durations, countdowns and distances as people say them', () => {
    const plain = (text: string) => shown(text).replace(/\s/g, ' ');
    expect([40, 60, 6_300, 7_200, 273_600].map((seconds) => plain(english.duration(seconds)))).to.deep.equal([
      '40 s',
      '1 min',
      '1 h 45 min',
      '2 h',
      '3 d 4 h',
    ]);
    expect(plain(arabic.duration(6_300))).to.equal('1 س و45 د');
    expect([12_480, 1_680, 10_800, 5].map((seconds) => plain(english.delay(seconds)))).to.deep.equal([
      '+3 h 28',
      '+28 min',
      '+3 h',
      '+1 min',
    ]);
    expect(plain(arabic.delay(12_480))).to.equal('+3 س و28 د');
    expect([299, 0, -5, 3_661].map(english.countdown)).to.deep.equal(['04:59', '00:00', '00:00', '1:01:01']);
    expect(
      [4, 848, 999, 3_240, 120_000].map((metres) => english.distance(metres).replace(/\s+/g, ' ')),
    ).to.deep.equal(['0 m', '850 m', '1 km', '3.2 km', '120 km']);
    expect(arabic.distance(848)).to.match(/850/);
    expect(english.percent(0.256)).to.equal('26%');
  });
});
