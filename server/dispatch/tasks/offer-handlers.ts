import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import { ownDriverId } from '../../kernel/http/principal.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { type OfferedTaskRow, readOffers } from './offer-store.ts';

type OfferOperation = 'listOffers';

/** Operation: the offers ringing on a driver's phone, with only what that needs. */
export function offerHandlers({
  database,
  secrets,
}: {
  database: Database;
  secrets: Secrets;
}): Pick<Handlers, OfferOperation> {
  const cursors = new Cursors(secrets);
  return {
    async listOffers({ caller, query }) {
      const driverId = ownDriverId(caller);
      const { limit = DEFAULT_LIMIT } = query;
      const scope = `offers:${driverId}`;
      const before = cursors.decode(scope, query.cursor)?.[0]?.toString() ?? null;
      const rows = await readOffers(database, driverId, before, limit + 1);
      return { status: 200, body: cursors.page(scope, rows, limit, ({ taskId }) => [taskId], render) };
    },
  };
}

function render(row: OfferedTaskRow): components['schemas']['OfferedTask'] {
  return {
    taskId: row.taskId,
    orderNumber: row.orderNumber,
    offer: { id: row.offerId, expiresAt: row.expiresAt?.toISOString() ?? null },
    pickup: {
      name: row.warehouseName,
      location: { latitude: row.pickupLat, longitude: row.pickupLng },
    },
    dueBy: row.dueBy.toISOString(),
  };
}
