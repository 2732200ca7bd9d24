import type { components } from '../../../../server/kernel/http/api-types.ts';
import { useFormats, useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import type { Column } from '../../../shared/ui/table-model.ts';
import { useZones } from '../../data/board-context.tsx';
import { dirham } from '../../parts/amounts.ts';
import { useDriverText } from '../../texts/driver-texts.ts';
import { useWords } from '../../texts/words.ts';

export type Driver = components['schemas']['Driver'];

/** Drivers with vehicle, zones and terms. */
export function useDriverColumns(onOpen: (driverId: string) => void): readonly Column<Driver>[] {
  const t = useDriverText();
  const words = useWords();
  const { money, number, list, phone: grouped, dayAndTime } = useFormats();
  const { locale } = useLocaleChoice();
  const zoneNames = new Map(useZones().map(({ id, name }) => [id, name[locale]]));
  return [
    { id: 'name', header: t('drivers.name'), names: true, value: ({ fullName }) => fullName },
    { id: 'status', header: t('drivers.status'), value: ({ status }) => words(`driverStatus.${status}`) },
    {
      id: 'phone',
      header: t('drivers.phone'),
      value: ({ phone }) => phone,
      cell: ({ phone }) => <span className="unbroken">{grouped(phone)}</span>,
    },
    {
      id: 'vehicle',
      header: t('drivers.vehicle'),
      value: ({ vehicle }) => `${words(`vehicle.${vehicle.type}`)} ${vehicle.plate ?? ''}`.trim(),
      cell: ({ vehicle }) => (
        <span className="unbroken">
          {words(`vehicle.${vehicle.type}`)} <bdi>{vehicle.plate}</bdi>
        </span>
      ),
    },
    {
      id: 'zones',
      header: t('drivers.zones'),
      value: ({ zoneIds }) => list(zoneIds.map((id) => zoneNames.get(id) ?? '…')),
      wordy: true,
    },
    {
      ...{ id: 'limit', header: t('drivers.limit'), numeric: true },
      value: ({ cashLimit }) => cashLimit?.amount ?? null,
      order: ({ cashLimit }) => (cashLimit === null ? null : dirham(cashLimit.amount)),
      cell: ({ cashLimit }) => (cashLimit === null ? '–' : money(cashLimit.amount)),
    },
    {
      ...{ id: 'capacity', header: t('drivers.capacity'), numeric: true },
      value: ({ capacity }) => capacity,
      cell: ({ capacity }) => number(capacity),
    },
    {
      ...{ id: 'cash', header: t('panel.cash'), numeric: true, room: 1_300 },
      value: ({ cash }) => cash.onHand.amount,
      order: ({ cash }) => dirham(cash.onHand.amount),
      cell: ({ cash }) => money(cash.onHand.amount),
    },
    {
      ...{ id: 'shiftEnds', header: t('panel.shiftEnds'), room: 1_500 },
      value: ({ shift }) => (shift?.plannedEnd == null ? null : dayAndTime(shift.plannedEnd)),
    },
    {
      id: 'actions',
      header: words('common.actions'),
      cell: ({ id, status, fullName }) => {
        const label = t(status === 'APPLIED' ? 'drivers.approve' : 'drivers.edit');
        return (
          <Button
            size="small"
            kind={status === 'APPLIED' ? 'primary' : 'secondary'}
            aria-label={`${label}: ${fullName}`}
            onPress={() => onOpen(id)}
          >
            {label}
          </Button>
        );
      },
    },
  ];
}
