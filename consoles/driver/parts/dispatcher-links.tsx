import { useView } from '../data/driver-context.tsx';
import { useText } from '../texts/driver-texts.ts';
import { ContactLinks } from './contact-links.tsx';
import styles from './tools.module.css';

/** Links to the dispatcher's public number; nothing if none is configured. Stored on the phone, too. */
export function DispatcherLinks({ orderNumber }: { orderNumber?: string }) {
  const { driver } = useView();
  if (driver?.dispatchPhone == null) return null;
  return <DispatcherContact phone={driver.dispatchPhone} name={driver.fullName} orderNumber={orderNumber} />;
}

export interface DispatcherContactProps {
  phone: string;
  /** Name of the person who calls or writes. */
  name: string;
  orderNumber?: string | undefined;
}

export function DispatcherContact({ phone, name, orderNumber }: DispatcherContactProps) {
  const t = useText();
  const message =
    orderNumber === undefined
      ? t('dispatcher.message', { name })
      : t('dispatcher.messageOrder', { name, number: orderNumber });
  return (
    <section className={styles.dispatcher} aria-label={t('dispatcher.title')}>
      <h2>{t('dispatcher.title')}</h2>
      <div className={styles.tools}>
        <ContactLinks name={t('dispatcher.name')} phone={phone} message={message} />
      </div>
    </section>
  );
}
