import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { dataOf } from '../../../shared/api/client.ts';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { keys } from '../../data/fresh-queries.ts';
import { useCashText } from '../../texts/cash-texts.ts';
import { ReceiptPaper } from './receipt-paper.tsx';

/** The receipt in both languages side by side; when printed, nothing else is on the paper. */
export function ReceiptDialog({ id, onClose }: { id: string; onClose(): void }) {
  const t = useCashText();
  const shared = useSharedText();
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: keys.receipt(id),
    queryFn: async () => {
      const call = api.GET('/dispatch/cash/settlements/{id}/receipt', { params: { path: { id } } });
      // The printable page is requested by another Accept header.
      return (await dataOf(call)) as components['schemas']['Receipt'];
    },
  });
  return (
    <Dialog
      wide
      title={t('cash.receipt')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared('close')}</Button>
          {/* Remounted once there is something to print: only then can it take the focus. */}
          <Button
            key={data === undefined ? 'waiting' : 'ready'}
            autoFocus
            kind="primary"
            isDisabled={data === undefined}
            onPress={() => window.print()}
          >
            <Printer aria-hidden size={16} />
            {t('cash.print')}
          </Button>
        </>
      }
    >
      {error !== null ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? error === null ? <Skeleton lines={8} /> : null : <ReceiptPaper receipt={data} />}
    </Dialog>
  );
}
