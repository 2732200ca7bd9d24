import { Languages } from 'lucide-react';
import { useLocaleChoice } from '../i18n/locale.tsx';
import { useSharedText } from '../i18n/shared-texts.ts';
import { Button } from './button.tsx';
import styles from './language-switch.module.css';

/** Named in the language it switches to, for readers who cannot read this page. */
export function LanguageSwitch() {
  const t = useSharedText();
  const { locale, choose } = useLocaleChoice();
  const other = locale === 'ar' ? 'en' : 'ar';
  return (
    <Button kind="quiet" className={styles.switch} onPress={() => choose(other)}>
      <Languages aria-hidden size={18} className={styles.icon} />
      <span lang={other}>{t('language.switch')}</span>
    </Button>
  );
}
