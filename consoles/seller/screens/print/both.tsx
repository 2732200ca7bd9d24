import { useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { PAPER_WORDS } from '../../texts/print-texts.ts';
import styles from './print.module.css';

/** A word of a paper in both languages, the reader's own first. */
export function Both({ of }: { of: keyof typeof PAPER_WORDS }) {
  const { locale } = useLocaleChoice();
  const other = locale === 'ar' ? 'en' : 'ar';
  const word = PAPER_WORDS[of];
  return (
    <>
      <bdi className={styles.word}>{word[locale]}</bdi>{' '}
      <bdi lang={other} className={styles.word}>
        {word[other]}
      </bdi>
    </>
  );
}
