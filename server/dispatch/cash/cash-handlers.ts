import { WaslError } from '../../../actors/errors.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import { doneWithin } from '../../../db/deadline.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { notFound } from '../../kernel/http/not-found.ts';
import type { Caller, Handlers, IdempotencyKey } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import { ownDriverId, principalAs } from '../../kernel/http/principal.ts';
import { qar } from '../../kernel/http/qar.ts';
import { cashReportCsv, readCashReport } from './cash-report.ts';
import { readCashEntries, readDriverCash, readDriversCash, totalOnHand } from './cash-store.ts';
import { countOf } from './counted.ts';
import { receiptOf } from './receipt.ts';
import { RECEIPT_POLICY, receiptPage } from './receipt-page.ts';
import {
  renderCashEntry,
  renderDriverCash,
  renderHeld,
  renderReport,
  renderSettlement,
  renderSummary,
} from './render-cash.ts';
import {
  findSettlement,
  listSettlements,
  readSettledCollections,
  type SettlementRow,
} from './settlement-store.ts';

type Operation =
  | 'getDriverCash'
  | 'getCashOverview'
  | 'getDriverCashForDispatch'
  | 'createSettlement'
  | 'getSettlement'
  | 'listSettlements'
  | 'getReceipt'
  | 'getCashReport'
  | 'approveSettlement';

interface CashRequest {
  caller: Caller;
  requestId: string;
  ip: string;
  idempotency: IdempotencyKey | null;
}

/** Milliseconds to wait for the orders to learn that they are settled. */
const EFFECTS_TIMEOUT_MS = 3_000;

export function cashHandlers(deps: Dependencies): Pick<Handlers, Operation> {
  const cursors = new Cursors(deps.secrets);
  const command = async (request: CashRequest, driverId: string, type: string, payload: JsonObject) => {
    const by = principalAs(request.caller, 'DISPATCHER', 'ADMIN');
    const result = await deps.actors.command(request, by, { kind: 'driver', key: driverId }, type, payload);
    await doneWithin(result.effects, EFFECTS_TIMEOUT_MS);
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
    const held = renderHeld(driver.cash_on_hand, driver.cod_assigned, driver.cash_limit);
    return { status: 200, body: { driverId, ...held, entries: data, page } };
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
      const { driverId, counted, denominations, note } = request.body;
      const count = countOf(counted?.amount, denominations);
      await requireDriver(deps, driverId);
      const payload = { ...count, ...(note === undefined ? {} : { note }) };
      const { reply, replayed } = await command(request, driverId, 'hand-in', payload);
      return { status: 201, body: await readSettlement(deps, String(reply.settlementId)), replayed };
    },
    getSettlement: async ({ params }) => ({ status: 200, body: await readSettlement(deps, params.id) }),
    async listSettlements({ query: { driverId, day, status, limit = DEFAULT_LIMIT, cursor } }) {
      const scope = `settlements:${driverId ?? ''}:${day ?? ''}:${status ?? ''}`;
      const position = cursors.decode(scope, cursor);
      const after =
        position === null ? null : { createdAt: new Date(position[0] ?? 0), id: String(position[1]) };
      const rows = await listSettlements(deps.database, { driverId, day, status }, after, limit + 1);
      const keyOf = ({ created_at, id }: SettlementRow) => [created_at.getTime(), id];
      return { status: 200, body: cursors.page(scope, rows, limit, keyOf, renderSummary) };
    },
    async getReceipt({ params, preferred }) {
      const settlement = await findSettlement(deps.database, params.id);
      if (settlement === null) throw noSuchSettlement();
      const { companyName } = await deps.settings.values();
      const receipt = await receiptOf(deps.database, settlement, companyName);
      if (preferred(['application/json', 'text/html']) === 'application/json')
        return { status: 200, body: receipt, headers: { Vary: 'Accept' } };
      const headers = { 'Content-Security-Policy': RECEIPT_POLICY };
      return { status: 200, text: { type: 'text/html', content: receiptPage(receipt) }, headers };
    },
    async getCashReport({ query: { day }, preferred }) {
      const report = await readCashReport(deps.database, day);
      if (preferred(['application/json', 'text/csv']) === 'application/json')
        return { status: 200, body: renderReport(report), headers: { Vary: 'Accept' } };
      const headers = { 'Content-Disposition': `attachment; filename="cash-${day}.csv"` };
      return { status: 200, text: { type: 'text/csv', content: cashReportCsv(report) }, headers };
    },
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

async function requireDriver({ database }: Dependencies, id: string) {
  const driver = await readDriverCash(database, id);
  if (driver === null) throw notFound('driver');
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
