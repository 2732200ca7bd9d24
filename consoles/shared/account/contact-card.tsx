import { useState } from 'react';
import { useFormats } from '../i18n/locale.tsx';
import { useAccount } from '../session/session-context.tsx';
import { Button } from '../ui/button.tsx';
import styles from './account.module.css';
import { Badge, Card } from './card.tsx';
import { ContactDialog, type ContactStep } from './contact-dialog.tsx';
import { useAccountText } from './use-account-text.ts';

/** The account's e-mail and phone. */
export function ContactCard() {
  const t = useAccountText();
  const { phone: written } = useFormats();
  const { email, phone, verified } = useAccount();
  const [step, setStep] = useState<ContactStep | null>(null);
  return (
    <Card title={t('contact.title')} hint={t('contact.hint')}>
      <dl className={styles.rows}>
        <div className={styles.row}>
          <dt className={styles.term}>{t('contact.EMAIL')}</dt>
          <dd className={styles.value}>
            <bdi>{email ?? t('contact.none')}</bdi>
            {email === null ? null : (
              <Badge tone={verified ? 'good' : 'open'}>
                {t(verified ? 'contact.verified' : 'contact.unverified')}
              </Badge>
            )}
          </dd>
          <dd className={styles.buttons}>
            {verified || email === null ? null : (
              <Button size="small" onPress={() => setStep({ kind: 'verify' })}>
                {t('contact.verify')}
              </Button>
            )}
            <Button
              size="small"
              aria-label={t('contact.change.EMAIL')}
              onPress={() => setStep({ kind: 'change', what: 'EMAIL' })}
            >
              {t('common.change')}
            </Button>
          </dd>
        </div>
        <div className={styles.row}>
          <dt className={styles.term}>{t('contact.PHONE')}</dt>
          <dd className={styles.value}>
            {phone === null ? t('contact.none') : <bdi className="unbroken">{written(phone)}</bdi>}
            {phone === null ? null : <Badge tone="good">{t('contact.verified')}</Badge>}
          </dd>
          <dd className={styles.buttons}>
            {phone === null ? null : (
              <Button
                size="small"
                aria-label={t('contact.remove.PHONE')}
                onPress={() => setStep({ kind: 'remove', phone })}
              >
                {t('common.remove')}
              </Button>
            )}
            <Button
              size="small"
              aria-label={t(phone === null ? 'contact.add.PHONE' : 'contact.change.PHONE')}
              onPress={() => setStep({ kind: 'change', what: 'PHONE' })}
            >
              {t(phone === null ? 'common.add' : 'common.change')}
            </Button>
          </dd>
        </div>
      </dl>
      {step === null ? null : <ContactDialog first={step} onClose={() => setStep(null)} />}
    </Card>
  );
}
