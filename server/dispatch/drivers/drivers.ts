import type { Condition } from '../alerts/alerts.ts';
import { dispatchDriverHandlers } from './dispatch-driver-handlers.ts';
import { driverHandlers } from './driver-handlers.ts';
import { driverStaleWithWork } from './driver-stale-with-work.ts';
import { driverWithoutZone } from './driver-without-zone.ts';

export { driverFacts } from './driver-facts.ts';
export { isDriver } from './driver-store.ts';
export { type DriverView, readDriver } from './driver-view.ts';
export { driverData } from './personal-data-store.ts';
export { renderCashFigures, renderDriver } from './render-driver.ts';
export { noteSignOfLife } from './sign-of-life.ts';

type HandlerDependencies = Parameters<typeof driverHandlers>[0] &
  Parameters<typeof dispatchDriverHandlers>[0];

/** Drivers: application, approval, their day and live state. The driver actor decides what they do. */
export const driversSlice = {
  handlers: (deps: HandlerDependencies) => ({ ...driverHandlers(deps), ...dispatchDriverHandlers(deps) }),
  conditions: (deps: Parameters<typeof driverStaleWithWork>[0]): Condition[] => [
    driverStaleWithWork(deps),
    driverWithoutZone,
  ],
};
