import { appHandlers } from './app-handlers.ts';

export { APPS_PREFIX, serveApps } from './serve-apps.ts';

/** The phone apps that are given out, and the lowest versions accepted. */
export const appsSlice = { handlers: appHandlers };
