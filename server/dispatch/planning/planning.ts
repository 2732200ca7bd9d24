import { planHandlers } from './plan-handlers.ts';

export { planData } from './personal-data-store.ts';
export { openPlanPool, type PlanPool } from './plan-pool.ts';

/** Plans for a zone or a route, made in threads, previewed, and applied as shown. */
export const planningSlice = { handlers: planHandlers };
