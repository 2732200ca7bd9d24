import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, Users } from 'lucide-react';
import { useSearchParams } from 'react-router';
import type { components } from '../../../shared/api/api-types.ts';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats, useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { foldText } from '../../../shared/ui/fold-text.ts';
import { Select } from '../../../shared/ui/select.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useZones } from '../../data/board-context.tsx';
import { keys } from '../../data/fresh-queries.ts';
import { Page } from '../../parts/page.tsx';
import { saveCsv } from '../../parts/save-csv.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import { usePeopleText } from '../../texts/people-texts.ts';
import { useTaskText } from '../../texts/task-texts.ts';
import { useWords } from '../../texts/words.ts';
import { DriverDialog } from './driver-dialog.tsx';

export type Driver = components['schemas']['Driver'];

const STATUSES = ['all', 'APPLIED', 'APPROVED', 'SUSPENDED', 'REJECTED'] as const;
const PAGE = 100;

/** Everybody who drives or wants to: terms, zones, and whether they may. */
export function DriversScreen() {
  const t = usePeopleText();
  const task = useTaskText();
  const words = useWords();
  const { money, number } = useFormats();
  const { locale } = useLocaleChoice();
  const api = useApi();
  const zones = useZones();
  const [params, setParams] = useSearchParams();
  const status = STATUSES.find((known) => known === params.get('status')) ?? 'all';
  const text = params.get('q') ?? '';
  const put = (name: string, value: string | null) =>
    setParams(
      (former) => {
        const next = new URLSearchParams(former);
        if (value === null || value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: name === 'q' },
    );
  const list = useInfiniteQuery({
    queryKey: keys.drivers(status),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/dispatch/drivers', {
          params: {
            query: {
              limit: PAGE,
              ...(status === 'all' ? {} : { status }),
              ...(pageParam === null ? {} : { cursor: pageParam }),
            },
          },
        }),
      ),
    getNextPageParam: ({ page }) => page.nextCursor,
  });
  const wanted = foldText(text).split(' ').filter(Boolean);
  const drivers = (list.data?.pages.flatMap(({ data }) => data) ?? []).filter(
    ({ fullName, phone, vehicle }) => {
      const folded = foldText(`${fullName} ${phone} ${vehicle.plate ?? ''}`);
      return wanted.every((word) => folded.includes(word));
    },
  );
  const zoneNames = new Map(zones.map(({ id, name }) => [id, name[locale]]));
  const zonesOf = ({ zoneIds }: Driver) => zoneIds.map((id) => zoneNames.get(id) ?? '…').join('، ');
  const open = params.get('driver');
  const save = () =>
    saveCsv('drivers', [
      [
        t('drivers.name'),
        t('drivers.status'),
        t('drivers.phone'),
        t('drivers.zones'),
        t('drivers.limit'),
        t('drivers.capacity'),
      ],
      ...drivers.map((driver) => [
        driver.fullName,
        words(`driverStatus.${driver.status}`),
        `'${driver.phone}`,
        zonesOf(driver),
        driver.cashLimit?.amount ?? '',
        driver.capacity,
      ]),
    ]);
  return (
    <Page
      title={t('drivers.title')}
      actions={
        <>
          <TextField
            aria-label={task('driver.search')}
            label={task('driver.search')}
            value={text}
            onChange={(value) => put('q', value)}
          />
          <Select
            label={t('drivers.status')}
            value={status}
            options={STATUSES.map((id) => ({
              id,
              text: id === 'all' ? words('common.all') : words(`driverStatus.${id}`),
            }))}
            onChange={(id) => put('status', id === 'all' ? null : id)}
          />
          <Button onPress={save} isDisabled={drivers.length === 0}>
            <Download aria-hidden size={16} />
            {words('common.export')}
          </Button>
        </>
      }
    >
      {list.isError && list.data === undefined ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.isPending ? <Skeleton lines={10} /> : null}
      {list.isSuccess && drivers.length === 0 ? (
        <EmptyState icon={Users} title={t('drivers.empty')}>
          {t('drivers.emptyDetail')}
        </EmptyState>
      ) : null}
      {drivers.length === 0 ? null : (
        <WideTable
          label={t('drivers.title')}
          head={[
            t('drivers.name'),
            t('drivers.status'),
            t('drivers.phone'),
            t('drivers.vehicle'),
            t('drivers.zones'),
            t('drivers.limit'),
            t('drivers.capacity'),
            words('common.actions'),
          ]}
        >
          {drivers.map((driver) => (
            <tr key={driver.id} data-driver={driver.id}>
              <th scope="row">{driver.fullName}</th>
              <td>{words(`driverStatus.${driver.status}`)}</td>
              <td>
                <bdi dir="ltr">{driver.phone}</bdi>
              </td>
              <td>
                {words(`vehicle.${driver.vehicle.type}`)} <bdi>{driver.vehicle.plate}</bdi>
              </td>
              <td>{zonesOf(driver)}</td>
              <td>{driver.cashLimit === null ? '–' : money(driver.cashLimit.amount)}</td>
              <td>{number(driver.capacity)}</td>
              <td>
                <Button
                  size="small"
                  kind={driver.status === 'APPLIED' ? 'primary' : 'secondary'}
                  aria-label={`${t(driver.status === 'APPLIED' ? 'drivers.approve' : 'drivers.edit')}: ${driver.fullName}`}
                  onPress={() => put('driver', driver.id)}
                >
                  {t(driver.status === 'APPLIED' ? 'drivers.approve' : 'drivers.edit')}
                </Button>
              </td>
            </tr>
          ))}
        </WideTable>
      )}
      {list.hasNextPage ? (
        <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {words('common.more')}
        </Button>
      ) : null}
      {open === null ? null : <DriverDialog key={open} id={open} onClose={() => put('driver', null)} />}
    </Page>
  );
}
