import { Copy, Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { useAccount } from '../session/session-context.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { saveFile } from '../ui/save-file.ts';
import styles from './account.module.css';
import { useAccountText } from './use-account-text.ts';

/** Shown only once: three ways to save the codes, and no way on without confirming that they are saved. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept(): void }) {
  const t = useAccountText();
  const { email, displayName } = useAccount();
  const [copied, setCopied] = useState<boolean | null>(null);
  const title = t('recovery.for', { email: email ?? displayName });
  const copy = () => {
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  const download = () =>
    saveFile('wasl-recovery-codes.txt', `${title}\n\n${codes.join('\n')}\n`, 'text/plain');
  return (
    <>
      <Banner tone="warning" title={t('recovery.title')}>
        {t('recovery.hint')}
      </Banner>
      <div className={styles.sheet}>
        <h3 dir="auto">{title}</h3>
        <ul className={styles.codes} dir="ltr" data-testid="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <bdi className="id">{code}</bdi>
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.start}>
        <Button onPress={copy}>
          <Copy aria-hidden size={18} />
          {t(copied === true ? 'recovery.copied' : 'recovery.copy')}
        </Button>
        <Button onPress={download}>
          <Download aria-hidden size={18} />
          {t('recovery.download')}
        </Button>
        <Button onPress={() => window.print()}>
          <Printer aria-hidden size={18} />
          {t('recovery.print')}
        </Button>
        <Button kind="primary" onPress={onKept}>
          {t('recovery.kept')}
        </Button>
      </div>
      {copied === false ? <p className={styles.hint}>{t('recovery.copyFailed')}</p> : null}
    </>
  );
}
