import { MessageCircle, Phone } from 'lucide-react';
import { isMobileNumber } from '../../shared/domain/mobile-number.ts';
import { useText } from '../texts/driver-texts.ts';
import styles from './tools.module.css';

export interface ContactLinksProps {
  /** The person's name, for screen readers. */
  name: string;
  phone: string;
  /** The message's first words. */
  message: string;
}

/** Links to call and, if the number can have it, to write on WhatsApp. */
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
