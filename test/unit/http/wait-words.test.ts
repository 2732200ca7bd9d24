import { expect } from 'chai';
import { WaslError } from '../../../actors/errors.ts';
import { renderProblem } from '../../../server/kernel/http/problem.ts';
import type { Locale } from '../../../server/kernel/texts/locale.ts';
import { waitWords } from '../../../server/kernel/texts/wait-words.ts';

describe('the text that tells people how long to wait', () => {
  it('uses seconds, and from two minutes on minutes', () => {
    expect([0.2, 1, 2, 40, 119].map((seconds) => waitWords('en', seconds))).to.deep.equal([
      'in 1 second',
      'in 1 second',
      'in 2 seconds',
      'in 40 seconds',
      'in 119 seconds',
    ]);
    expect([120, 121, 900].map((seconds) => waitWords('en', seconds))).to.deep.equal([
      'in 2 minutes',
      'in 3 minutes',
      'in 15 minutes',
    ]);
    expect([1, 2, 7, 11, 103, 120, 300, 900].map((seconds) => waitWords('ar', seconds))).to.deep.equal([
      'بعد ثانية واحدة',
      'بعد ثانيتين',
      'بعد 7 ثوانٍ',
      'بعد 11 ثانية',
      'بعد 103 ثوانٍ',
      'بعد دقيقتين',
      'بعد 5 دقائق',
      'بعد 15 دقيقة',
    ]);
  });

  it('is part of a refusal in either language', () => {
    const detail = (locale: Locale, retryAfter?: number) =>
      renderProblem(new WaslError('common.RATE_LIMITED', retryAfter === undefined ? {} : { retryAfter }), {
        ...{ instance: '/', requestId: '', locale },
      }).detail;
    expect(detail('en', 40)).to.equal('Try again in 40 seconds.');
    expect(detail('ar', 40)).to.equal('حاول مرة أخرى بعد 40 ثانية.');
    expect(detail('en')).to.equal('Try again in a moment.');
    expect(detail('ar')).to.equal('حاول مرة أخرى بعد قليل.');
  });
});
