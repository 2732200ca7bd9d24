import { Package, Search, UserRound } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { Finder as AnyFinder, type Findable } from '../../shared/app/finder.tsx';
import { orderName } from '../../shared/domain/order-name.ts';
import { useFormats, useLocaleChoice } from '../../shared/i18n/locale.tsx';
import { storeName, storeWords } from '../board/store-name.ts';
import { useBoard } from '../data/board-context.tsx';
import { useBoardText } from '../texts/board-texts.ts';
import { useWords } from '../texts/words.ts';
import { pathOf, SCREENS } from './screens.ts';

/** Finds anything by a few letters: tasks and orders, buyers, shops, warehouses, drivers, screens. */
export function Finder({ onClose }: { onClose(): void }) {
  const t = useBoardText();
  const words = useWords();
  const { phone: written } = useFormats();
  const { locale } = useLocaleChoice();
  const navigate = useNavigate();
  const { state } = useBoard();
  const everything = useMemo<Findable[]>(() => {
    const screens = SCREENS.map((screen) => ({
      id: `screen-${screen}`,
      icon: Search,
      text: words(`nav.${screen}`),
      hint: '',
      to: pathOf(screen),
    }));
    const drivers = [...state.drivers.values()].map(({ driverId, fullName, phone, vehicle }) => ({
      id: `driver-${driverId}`,
      icon: UserRound,
      text: fullName,
      hint: [phone === '' ? '' : written(phone), vehicle.plate].filter(Boolean).join(' · '),
      also: phone,
      to: `/?tab=drivers&driver=${driverId}`,
    }));
    const tasks = [...state.tasks.values()].map(({ taskId, dropoff, pickup, status, ...task }) => ({
      id: `task-${taskId}`,
      icon: Package,
      text: orderName(task),
      hint: `${dropoff.contactName} · ${storeName(pickup, locale)} · ${words(`status.${status}`)}`,
      also: storeWords(pickup),
      to: `/?task=${taskId}`,
    }));
    return [...screens, ...drivers, ...tasks];
  }, [state.drivers, state.tasks, words, written, locale]);
  return (
    <AnyFinder
      label={t('help.find')}
      nothing={t('list.noMatch')}
      everything={everything}
      onGo={(to) => void navigate(to)}
      onClose={onClose}
    />
  );
}
