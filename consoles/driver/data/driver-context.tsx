import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { notify } from '../../shared/notices/notices.ts';
import { useNow } from '../../shared/ui/use-now.ts';
import type { NewAction } from '../queue/action.ts';
import { QueueFull } from '../queue/action-queue.ts';
import type { LocalTask } from '../tasks/local-task.ts';
import { localTasks } from '../tasks/local-task.ts';
import type { OfferDeskView } from '../tasks/offer-desk.ts';
import { useText } from '../texts/driver-texts.ts';
import type { DriverView } from './driver-data.ts';
import type { DriverRuntime, PhoneView } from './driver-runtime.ts';

export const DriverContext = createContext<DriverRuntime | null>(null);

export function useDriver(): DriverRuntime {
  const runtime = useContext(DriverContext);
  if (runtime === null) throw new Error('DriverContext is missing');
  return runtime;
}

/** The service's data as last read. */
export function useView(): DriverView {
  const { store } = useDriver().data;
  return useSyncExternalStore(store.subscribe, store.get);
}

/** The open offer, and those put aside. */
export function useOffers(): OfferDeskView {
  const { store } = useDriver().offers;
  return useSyncExternalStore(store.subscribe, store.get);
}

/** The phone's state: connection, queue, position. */
export function usePhone(): PhoneView {
  const { phone } = useDriver();
  return useSyncExternalStore(phone.subscribe, phone.get);
}

/** The driver's tasks, with waiting steps applied. */
export function useLocalTasks(): readonly LocalTask[] {
  const { tasks } = useView();
  const { queue } = usePhone();
  return localTasks(tasks ?? [], queue.actions);
}

/** The service's time in ms, updated every `every` ms. */
export function useServerNow(every: number): number {
  return useNow(every) + useDriver().clock.offset;
}

/** Takes a step: stored on the phone, sent when possible. While it waits, the header and its task say so. */
export function useAct(): (action: NewAction) => Promise<boolean> {
  const runtime = useDriver();
  const t = useText();
  return useCallback(
    async (action: NewAction) => {
      try {
        await runtime.act(action);
      } catch (error) {
        notify({ tone: 'danger', title: t(error instanceof QueueFull ? 'step.full' : 'step.notKept') });
        return false;
      }
      return true;
    },
    [runtime, t],
  );
}
