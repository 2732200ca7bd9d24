import { FileUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { DropZone, FileTrigger } from 'react-aria-components';
import { useNavigate } from 'react-router';
import { ProblemError } from '../../../shared/api/problem.ts';
import { Refused } from '../../../shared/forms/refused.tsx';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Select } from '../../../shared/ui/select.tsx';
import { FILE_KINDS, type FileKind, NEEDED, sendFile } from '../../data/files.ts';
import { useShop } from '../../data/shop-context.tsx';
import { type FileRead, readFile } from '../../files/read-file.ts';
import { useNoStrayDrop } from '../../parts/use-no-stray-drop.ts';
import { useFileText } from '../../texts/file-texts.ts';
import styles from './files.module.css';

/** Of what a person may change. */
export function useKinds(): readonly FileKind[] {
  const { permissions } = useShop().rights;
  return FILE_KINDS.filter((kind) => permissions.includes(NEEDED[kind]));
}

/** A file is dropped or chosen, and sent to be checked. */
export function BringFile() {
  const t = useFileText();
  const kinds = useKinds();
  const title = useId();
  useNoStrayDrop();
  const [file, setFile] = useState<{ name: string; read: FileRead } | null>(null);
  const [kind, setKind] = useState<FileKind | null>(kinds.length === 1 ? (kinds[0] ?? null) : null);
  const take = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const read = await readFile(chosen);
    setFile({ name: chosen.name, read });
    if (!('csv' in read)) return;
    if (read.guess !== null && kinds.includes(read.guess)) setKind(read.guess);
  };
  const csv = file !== null && 'csv' in file.read ? file.read.csv : null;
  return (
    <section className={styles.part} aria-labelledby={title}>
      <h2 id={title}>{t('bring.title')}</h2>
      <p className={styles.note}>{t('bring.detail')}</p>
      <DropZone
        aria-label={t('bring.dropHere')}
        className={styles.drop ?? ''}
        data-testid="drop"
        onDrop={async ({ items }) => {
          const dropped = items.find((item) => item.kind === 'file');
          await take(await dropped?.getFile());
        }}
      >
        <FileUp aria-hidden size={24} />
        <span>{t('bring.drop')}</span>
        <FileTrigger
          acceptedFileTypes={['.csv', '.txt', '.tsv', 'text/csv']}
          onSelect={(list) => void take(list?.[0])}
        >
          <Button>{t(file === null ? 'bring.choose' : 'bring.other')}</Button>
        </FileTrigger>
        {file === null ? null : (
          <p className={styles.chosen} data-testid="chosen-file">
            <bdi>{file.name}</bdi>
          </p>
        )}
      </DropZone>
      {file !== null && 'fault' in file.read ? (
        <Banner tone="danger" announce="assertive" title={t(`bring.fault.${file.read.fault}`)} />
      ) : null}
      {csv === null ? null : (
        <>
          <Select
            label={t('bring.kind')}
            options={kinds.map((id) => ({ id, text: t(`kind.${id}`) }))}
            value={kind}
            onChange={setKind}
          />
          <Check csv={csv} kind={kind} />
        </>
      )}
    </section>
  );
}

function Check({ csv, kind }: { csv: string; kind: FileKind | null }) {
  const t = useFileText();
  const api = useApi();
  const navigate = useNavigate();
  const { pending, refusal, send, area } = useSending(() => ({}));
  // The same file pressed twice, or sent again because no answer came, is one import.
  const key = useRef({ csv: '', kind: '', id: '' });
  const check = () =>
    send({}, async () => {
      if (kind === null) return;
      if (key.current.csv !== csv || key.current.kind !== kind)
        key.current = { csv, kind, id: crypto.randomUUID() };
      const { id } = await sendFile(api, kind, csv, key.current.id).catch((error: unknown) => {
        // After a refusal it is another try; without an answer it may have been taken, and is sent as the same.
        if (error instanceof ProblemError) key.current.id = crypto.randomUUID();
        throw error;
      });
      await navigate(`/files/${id}`);
    });
  return (
    <div ref={area} className={styles.part}>
      {refusal === null ? null : <Refused refusal={refusal.error} at={refusal.at} />}
      <Button kind="primary" isPending={pending} isDisabled={kind === null} onPress={() => void check()}>
        {t('bring.check')}
      </Button>
    </div>
  );
}
