import type { Locale } from '../../../server/storefront/page-models.ts';
import { LANGUAGE_TAGS } from '../../shared/i18n/translate.ts';
import { useShop } from './shop-context.tsx';

interface Promise {
  /** Days in Qatar, '2026-11-24'. */
  earliest: string;
  latest: string;
}

const days = { en: dayFormat('en'), ar: dayFormat('ar') };

/** "Tuesday 24 November – Thursday 26 November". */
export function PromisedDays({ promise: { earliest, latest } }: { promise: Promise }) {
  const { locale } = useShop();
  const day = (date: string) => days[locale].format(new Date(`${date}T00:00:00Z`)).replace(/[,،]/g, '');
  return (
    <>
      <time dateTime={earliest}>{day(earliest)}</time>
      {latest === earliest ? null : (
        <>
          {' – '}
          <time dateTime={latest}>{day(latest)}</time>
        </>
      )}
    </>
  );
}

function dayFormat(locale: Locale): Intl.DateTimeFormat {
  const options = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], options);
}
