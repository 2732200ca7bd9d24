import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { useAddress } from '../../../shared/state/use-address.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Select } from '../../../shared/ui/select.tsx';
import { allPages } from '../../data/board-api.ts';
import { keys } from '../../data/fresh-queries.ts';
import { Page } from '../../parts/page.tsx';
import { Unread } from '../../parts/unread.tsx';
import { useTableView } from '../../parts/use-table-view.ts';
import { useDriverText } from '../../texts/driver-texts.ts';
import { useWords } from '../../texts/words.ts';
import { BulkDriversDialog } from './bulk-drivers-dialog.tsx';
import { type Driver, useDriverColumns } from './driver-columns.tsx';
import { DriverDialog } from './driver-dialog.tsx';

interface Bulk {
  what: 'terms' | 'suspend';
  drivers: readonly Driver[];
  clear(): void;
}

const STATUSES = ['all', 'APPLIED', 'APPROVED', 'SUSPENDED', 'REJECTED'] as const;
const PAGE = 100;

/** All drivers and applicants: terms, zones, and whether they may drive. */
export function DriversScreen() {
  const t = useDriverText();
  const words = useWords();
  const api = useApi();
  const [params, put] = useAddress();
  const [bulk, setBulk] = useState<Bulk | null>(null);
  const status = STATUSES.find((known) => known === params.get('status')) ?? 'all';
  const columns = useDriverColumns((id) => put({ driver: id }));
  const table = useTableView();
  // Read whole, because sorting and filtering need all of them.
  const query = useQuery({
    queryKey: keys.drivers(status),
    queryFn: () =>
      allPages((cursor) =>
        dataOf(
          api.GET('/dispatch/drivers', {
            params: { query: { limit: PAGE, ...(status === 'all' ? {} : { status }), ...cursor } },
          }),
        ),
      ),
  });
  const { data } = query;
  const open = params.get('driver');
  return (
    <Page
      title={t('drivers.title')}
      actions={
        <Select
          quiet
          label={t('drivers.status')}
          value={status}
          options={STATUSES.map((id) => ({
            id,
            text: id === 'all' ? words('common.all') : words(`driverStatus.${id}`),
          }))}
          onChange={(id) => put({ status: id === 'all' ? null : id })}
        />
      }
    >
      <Unread query={query} lines={10} />
      {data?.length === 0 ? (
        <EmptyState icon={Users} title={t('drivers.empty')}>
          {t('drivers.emptyDetail')}
        </EmptyState>
      ) : null}
      {data === undefined || data.length === 0 ? null : (
        <DataTable
          label={t('drivers.title')}
          file="drivers"
          columns={columns}
          rows={data}
          keyOf={({ id }) => id}
          marks={({ id }) => ({ 'data-driver': id })}
          bulk={{
            nameOf: ({ fullName }) => fullName,
            actions: (drivers, clear) => (
              <>
                <Button onPress={() => setBulk({ what: 'terms', drivers, clear })}>
                  {t('drivers.setTerms')}
                </Button>
                <Button kind="danger" onPress={() => setBulk({ what: 'suspend', drivers, clear })}>
                  {t('drivers.suspend')}
                </Button>
              </>
            ),
          }}
          {...table}
        />
      )}
      {bulk === null ? null : (
        <BulkDriversDialog
          what={bulk.what}
          drivers={bulk.drivers}
          onClose={() => {
            bulk.clear();
            setBulk(null);
          }}
        />
      )}
      {open === null ? null : <DriverDialog key={open} id={open} onClose={() => put({ driver: null })} />}
    </Page>
  );
}
