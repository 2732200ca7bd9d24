import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { saveFile } from '../../../shared/ui/save-file.ts';
import { exportFiles, type FileKind } from '../../data/files.ts';
import { useFailureNotice } from '../../parts/use-failure-notice.ts';
import { useFileText } from '../../texts/file-texts.ts';
import { useKinds } from './bring-file.tsx';
import styles from './files.module.css';

/** What the shop has, as files that come back. */
export function GetFiles() {
  const t = useFileText();
  const api = useApi();
  const kinds = useKinds();
  const failed = useFailureNotice();
  const title = useId();
  const [pending, setPending] = useState<FileKind | null>(null);
  const fetchFiles = async (kind: FileKind): Promise<void> => {
    setPending(kind);
    try {
      const files = await exportFiles(api, kind);
      for (const [at, file] of files.entries()) {
        const name = `${kind.toLowerCase()}${files.length === 1 ? '' : `-${at + 1}`}.csv`;
        saveFile(name, file, 'text/csv');
      }
    } catch (error) {
      failed(error);
    } finally {
      setPending(null);
    }
  };
  return (
    <section className={styles.part} aria-labelledby={title}>
      <h2 id={title}>{t('get.title')}</h2>
      <p className={styles.note}>{t('get.detail')}</p>
      <ul className={styles.kinds}>
        {kinds.map((kind) => (
          <li key={kind}>
            <span className={styles.kind}>
              <strong>{t(`kind.${kind}`)}</strong>
              <span className={styles.note}>{t(`kind.${kind}.has`)}</span>
            </span>
            <Button size="small" isPending={pending === kind} onPress={() => void fetchFiles(kind)}>
              <Download aria-hidden size={16} /> {t('get.button', { kind: t(`kind.${kind}`) })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
