import { Download } from 'lucide-react';
import { useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { saveFile } from '../../../shared/ui/save-file.ts';
import type { Payout } from '../../data/money.ts';
import { useFailureNotice } from '../../parts/use-failure-notice.ts';
import { useMoneyText } from '../../texts/money-texts.ts';
import styles from './money.module.css';

type Kind = 'pdf' | 'csv';

const TYPES = { pdf: 'application/pdf', csv: 'text/csv' } as const;

export type DownloadsProps =
  | { payout: Pick<Payout, 'id' | 'number'>; month?: never }
  | { month: string; payout?: never };

/** A payout or statement as a file. */
export function Downloads({ payout, month }: DownloadsProps) {
  const t = useMoneyText();
  const api = useApi();
  const failed = useFailureNotice();
  const [pending, setPending] = useState<Kind | null>(null);
  const fetchFile = async (kind: Kind): Promise<void> => {
    const options = { headers: { Accept: TYPES[kind] }, parseAs: 'blob' } as const;
    setPending(kind);
    try {
      const file = await dataOf<Blob>(
        payout === undefined
          ? api.GET('/seller/statements', { ...options, params: { query: { month } } })
          : api.GET('/seller/payouts/{id}', { ...options, params: { path: { id: payout.id } } }),
      );
      saveFile(`${payout?.number ?? `statement-${month}`}.${kind}`, file, TYPES[kind]);
    } catch (error) {
      failed(error);
    } finally {
      setPending(null);
    }
  };
  return (
    <div className={styles.downloads}>
      {(['pdf', 'csv'] as const).map((kind) => (
        <Button key={kind} size="small" isPending={pending === kind} onPress={() => void fetchFile(kind)}>
          <Download aria-hidden size={16} /> {t(`download.${kind}`)}
        </Button>
      ))}
    </div>
  );
}
