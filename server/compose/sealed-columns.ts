import { accountsSlice } from '../accounts/accounts.ts';
import { webhooksSlice } from '../integrations/webhooks/webhooks.ts';
import type { SealedColumn } from '../kernel/security/sealed-column.ts';
import { sealedKeys } from '../kernel/security/sealed-key-store.ts';
import { sellersSlice } from '../marketplace/sellers/sellers.ts';
import { notificationsSlice } from '../notifications/notifications.ts';

/** Every column of sealed values that lasts longer than a step of replacing APP_SECRET (docs/keys.md). */
export const allSealedColumns: readonly SealedColumn[] = [
  sealedKeys,
  ...accountsSlice.sealed,
  ...sellersSlice.sealed,
  ...notificationsSlice.sealed,
  ...webhooksSlice.sealed,
];
