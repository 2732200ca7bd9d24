import { MessageCircle, Phone } from 'lucide-react';
import { Focusable } from 'react-aria-components';
import { isMobileNumber } from '../../../shared/domain/mobile-number.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { WithTooltip } from '../../../shared/ui/tooltip.tsx';
import { usePanelText } from '../../texts/panel-texts.ts';
import styles from './task-panel.module.css';

/** Links to call a person, or to write on WhatsApp if the number can have it; nothing without a number. */
export function Reach({ name, phone }: { name: string; phone: string | null | undefined }) {
  const t = usePanelText();
  const formats = useFormats();
  if (phone === null || phone === undefined || phone === '') return null;
  return (
    <span className={styles.reach}>
      <bdi className="unbroken">{formats.phone(phone)}</bdi>
      <WithTooltip label={t('people.call', { name })}>
        <Focusable>
          <a href={`tel:${phone}`} aria-label={t('people.call', { name })}>
            <Phone aria-hidden size={16} />
          </a>
        </Focusable>
      </WithTooltip>
      {isMobileNumber(phone) ? (
        <WithTooltip label={t('people.whatsApp', { name })}>
          <Focusable>
            <a
              href={`https://wa.me/${phone.slice(1)}`}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t('people.whatsApp', { name })}
            >
              <MessageCircle aria-hidden size={16} />
            </a>
          </Focusable>
        </WithTooltip>
      ) : null}
    </span>
  );
}
