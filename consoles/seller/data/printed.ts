import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { components } from '../../../server/kernel/http/api-types.ts';
import { dataOf } from '../../shared/api/client.ts';
import { useLocaleChoice } from '../../shared/i18n/locale.tsx';
import { useApi } from '../../shared/session/session-context.tsx';
import type { OrderGroup, SellerInvoice } from '../orders/order-types.ts';
import { MAX_PRINTED, type Paper } from '../print/papers.ts';
import { keys } from './keys.ts';

type InvoiceList = components['schemas']['SellerInvoiceList'];

/** The content of one paper for these orders, in the board's sequence. */
export interface Printed {
  groups: readonly OrderGroup[];
  invoices: readonly SellerInvoice[];
  /** Orders that were cancelled before they had an invoice. */
  refused: number;
}

/**
 * @param asked Comma-separated ids of order groups. Invoices are read, and thereby numbered, only for the invoice
 * paper.
 */
export function usePrinted(paper: Paper, asked: string) {
  const api = useApi();
  const { locale } = useLocaleChoice();
  const ids = useMemo(() => asked.split(',').filter(Boolean).slice(0, MAX_PRINTED), [asked]);
  const query = { ids };
  const groups = useQuery({
    queryKey: keys.printed(asked, locale),
    enabled: ids.length > 0 && paper !== 'invoices',
    queryFn: async ({ signal }): Promise<Printed> => {
      const call = api.GET('/seller/order-groups', { params: { query }, signal });
      const found = new Map((await dataOf(call)).data.map((group) => [group.id, group]));
      return { groups: ids.flatMap((id) => found.get(id) ?? []), invoices: [], refused: 0 };
    },
  });
  const invoices = useQuery({
    queryKey: keys.invoices(asked),
    enabled: ids.length > 0 && paper === 'invoices',
    queryFn: async ({ signal }): Promise<Printed> => {
      const call = api.GET('/seller/invoices', { params: { query }, signal });
      const { data, refused } = (await dataOf(call)) as InvoiceList;
      return { groups: [], invoices: data, refused: refused.length };
    },
  });
  const { data, error, refetch } = paper === 'invoices' ? invoices : groups;
  return { asked: ids.length, data, error, refetch };
}
