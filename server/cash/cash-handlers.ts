import { WaslError } from '../../actors/errors.ts';
import { normalise } from '../../actors/money/money.ts';
import type { JsonObject } from '../../actors/runtime/machine.ts';
import { Driver } from '../../db/models/driver.ts';
import { within } from '../actors/within.ts';
import { noSuchDriver } from '../delivery/driver-store.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Caller, Handlers, IdempotencyKey } from '../http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../http/page.ts';
import { ownDriverId, principalAs } from '../http/principal.ts';
import { qar } from '../http/qar.ts';
import {
  findSettlement,
  readCashEntries,
  readDriversCash,
  readSettledCollections,
  totalOnHand,
} from './cash-store.ts';
import { renderCashEntry, renderDriverCash, renderSettlement } from './render-cash.ts';

type Operation =
  | 'getDriverCash'
  | 'getCashOverview'
  | 'getDriverCashForDispatch'
  | 'createSettlement'
  | 'getSettlement'
  | 'approveSettlement';

interface CashRequest {
  caller: Caller;
  requestId: string;
  idempotency: IdempotencyKey | null;
}

/** Milliseconds an answer waits for the orders to learn that they are settled. */
const PATIENCE = 3_000;

export function cashHandlers(deps: Dependencies): Pick<Handlers, Operation> {
  const cursors = new Cursors(deps.secrets);
  const command = async (request: CashRequest, driverId: string, type: string, payload: JsonObject) => {
    const by = principalAs(request.caller, 'DISPATCHER', 'ADMIN');
    const result = await deps.actors.command(request, by, { kind: 'driver', key: driverId }, type, payload);
    await within(result.effects, PATIENCE);
    return result;
  };
  const cashOf = async (driverId: string, query: { limit?: number; cursor?: string }) => {
    const driver = await requireDriver(deps, driverId);
    const { limit = DEFAULT_LIMIT, cursor } = query;
    const scope = `cash:${driverId}`;
    const position = cursors.decode(scope, cursor);
    const after = position === null ? null : { at: new Date(position[0] ?? 0), id: String(position[1]) };
    const rows = await readCashEntries(deps.database, driverId, after, limit + 1);
    const { data, page } = cursors.page(
      scope,
      rows,
      limit,
      ({ at, id }) => [at.getTime(), id],
      renderCashEntry,
    );
    const limitOf = driver.cashLimit === null ? null : qar(driver.cashLimit);
    return {
      status: 200,
      body: { driverId, onHand: qar(driver.cashOnHand), limit: limitOf, entries: data, page },
    };
  };
  return {
    getDriverCash: ({ caller, query }) => cashOf(ownDriverId(caller), query),
    getDriverCashForDispatch: ({ params, query }) => cashOf(params.id, query),
    async getCashOverview({ query: { limit = DEFAULT_LIMIT, cursor } }) {
      const before = cursors.decode('cash', cursor)?.[0];
      const rows = await readDriversCash(
        deps.database,
        before === undefined ? null : String(before),
        limit + 1,
      );
      const total = await totalOnHand(deps.database);
      const list = cursors.page('cash', rows, limit, ({ id }) => [id], renderDriverCash);
      return { status: 200, body: { totalOnHand: qar(total), ...list } };
    },
    async createSettlement(request) {
      const { driverId, counted, note } = request.body;
      await requireDriver(deps, driverId);
      const payload = { counted: normalise(counted.amount), ...(note === undefined ? {} : { note }) };
      const { reply, replayed } = await command(request, driverId, 'hand-in', payload);
      return { status: 201, body: await readSettlement(deps, String(reply.settlementId)), replayed };
    },
    getSettlement: async ({ params }) => ({ status: 200, body: await readSettlement(deps, params.id) }),
    async approveSettlement(request) {
      const { id: settlementId } = request.params;
      const settlement = await findSettlement(deps.database, settlementId);
      if (settlement === null) throw noSuchSettlement();
      const payload = { settlementId };
      const { replayed } = await command(request, settlement.driver_id, 'approve-settlement', payload);
      return { status: 200, body: await readSettlement(deps, settlementId), replayed };
    },
  };
}

async function requireDriver({ database }: Dependencies, id: string): Promise<Driver> {
  const driver = await Driver.query(database).findById(id);
  if (driver === undefined) throw noSuchDriver();
  return driver;
}

async function readSettlement({ database }: Dependencies, id: string) {
  const settlement = await findSettlement(database, id);
  if (settlement === null) throw noSuchSettlement();
  return renderSettlement(settlement, await readSettledCollections(database, id));
}

function noSuchSettlement(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such settlement.' });
}
