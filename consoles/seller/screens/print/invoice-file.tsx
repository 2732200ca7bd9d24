import { Download } from 'lucide-react';
import { useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { saveFile } from '../../../shared/ui/save-file.ts';
import type { SellerInvoice } from '../../orders/order-types.ts';
import { useFailureNotice } from '../../parts/use-failure-notice.ts';
import { usePrintText } from '../../texts/print-texts.ts';

const PDF = 'application/pdf';

export interface InvoiceFileProps {
  /** Nothing to save as long as there are none. */
  invoices: readonly SellerInvoice[];
}

/** These invoices as one PDF, to be sent or archived. */
export function InvoiceFile({ invoices }: InvoiceFileProps) {
  const t = usePrintText();
  const api = useApi();
  const failed = useFailureNotice();
  const [isPending, setPending] = useState(false);
  const save = async (): Promise<void> => {
    const [first] = invoices;
    if (first === undefined) return;
    setPending(true);
    try {
      const params = { query: { ids: invoices.map(({ groupId }) => groupId) } };
      const file = await dataOf<Blob>(
        api.GET('/seller/invoices', { headers: { Accept: PDF }, parseAs: 'blob', params }),
      );
      saveFile(`${invoices.length === 1 ? first.number : `invoices-${first.number}`}.pdf`, file, PDF);
    } catch (error) {
      failed(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <Button isPending={isPending} isDisabled={invoices.length === 0} onPress={() => void save()}>
      <Download aria-hidden size={16} /> {t('print.savePdf')}
    </Button>
  );
}
