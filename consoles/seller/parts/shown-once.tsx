import { Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { useShopText } from '../texts/shop-texts.ts';
import styles from './shown-once.module.css';

interface ShownOnceProps {
  /** A link, a secret or a key. */
  text: string;
  testId: string;
  /** For what cannot be shown again: the reader says that it is saved. */
  onKept?(): void;
}

/** A text from the service that is passed on by copying it. */
export function ShownOnce({ text, testId, onKept }: ShownOnceProps) {
  const t = useShopText();
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <>
      <p className={styles.text} dir="ltr" data-testid={testId}>
        <bdi className="id">{text}</bdi>
      </p>
      {copied === false ? <p role="alert">{t('once.copyFailed')}</p> : null}
      <div className={styles.buttons}>
        <Button kind={onKept === undefined ? 'primary' : 'secondary'} onPress={copy}>
          <Copy aria-hidden size={16} /> {t(copied === true ? 'once.copied' : 'once.copy')}
        </Button>
        {onKept === undefined ? null : (
          <Button kind="primary" onPress={onKept}>
            {t('once.kept')}
          </Button>
        )}
      </div>
    </>
  );
}
