import { MessageCircle, Phone } from 'lucide-react';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { usePanelText } from '../../texts/panel-texts.ts';
import styles from './task-panel.module.css';

/** How somebody is reached by one's own telephone or WhatsApp; nothing for who left no number. */
export function Reach({ name, phone }: { name: string; phone: string | null | undefined }) {
  const t = usePanelText();
  const formats = useFormats();
  if (phone === null || phone === undefined || phone === '') return null;
  return (
    <span className={styles.reach}>
      <bdi className="unbroken">{formats.phone(phone)}</bdi>
      <a href={`tel:${phone}`} aria-label={t('people.call', { name })} title={t('people.call', { name })}>
        <Phone aria-hidden size={16} />
      </a>
      <a
        href={`https://wa.me/${phone.slice(1)}`}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t('people.whatsApp', { name })}
        title={t('people.whatsApp', { name })}
      >
        <MessageCircle aria-hidden size={16} />
      </a>
    </span>
  );
}
