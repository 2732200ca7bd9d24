import { MessageCircle, Phone } from 'lucide-react';
import { isMobileNumber } from '../../shared/domain/mobile-number.ts';
import { useText } from '../texts/driver-texts.ts';
import styles from './tools.module.css';

export interface ContactLinksProps {
  /** Who is reached, for screen readers. */
  name: string;
  phone: string;
  /** What the message begins with. */
  message: string;
}

/** Call, and WhatsApp where the number can have it: links, so that they work without the app knowing more. */
export function ContactLinks({ name, phone, message }: ContactLinksProps) {
  const t = useText();
  return (
    <>
      <a className={styles.tool} href={`tel:${phone}`} aria-label={t('task.callName', { name })}>
        <Phone aria-hidden size={22} />
        {t('task.call')}
      </a>
      {isMobileNumber(phone) ? (
        <a
          className={styles.tool}
          href={`https://wa.me/${phone.slice(1)}?text=${encodeURIComponent(message)}`}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('task.whatsAppName', { name })}
        >
          <MessageCircle aria-hidden size={22} />
          {t('task.whatsApp')}
        </a>
      ) : null}
    </>
  );
}
