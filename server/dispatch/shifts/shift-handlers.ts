import { WaslError } from '../../../actors/errors.ts';
import type { DriverPresence } from '../../../actors/geo/presence-port.ts';
import { doneWithin } from '../../../db/deadline.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import { principalAs } from '../../kernel/http/principal.ts';
import type { AlertDependencies } from '../alerts/alerts.ts';
import { type BoardRow, findOnBoard, listBoard } from './board-store.ts';
import { editShift, noSuchShift } from './edit-shift.ts';
import { planShifts } from './plan-shifts.ts';
import { renderSeries, renderShift } from './render-shift.ts';
import { findSeries } from './series-store.ts';

type Operation = 'listShifts' | 'planShift' | 'getShift' | 'updateShift' | 'endShiftByDispatcher';
type ShiftDependencies = Dependencies & AlertDependencies & { presence: DriverPresence };

/** Milliseconds to wait for the effects of ending a shift. */
const EFFECTS_TIMEOUT_MS = 3_000;

/** Operations on shifts for dispatchers: plans, their runs, and unplanned runs. */
export function shiftHandlers(deps: ShiftDependencies): Pick<Handlers, Operation> {
  const cursors = new Cursors(deps.secrets);
  const read = async (id: string): Promise<BoardRow> => {
    const row = await findOnBoard(deps.database, id);
    if (row === null) throw noSuchShift();
    return row;
  };
  return {
    async listShifts({ query: { day, driverId, status, limit = DEFAULT_LIMIT, cursor } }) {
      const scope = `shifts:${day ?? ''}:${driverId ?? ''}:${status ?? ''}`;
      const position = cursors.decode(scope, cursor);
      const after =
        position === null ? null : { startsAt: new Date(position[0] ?? 0), id: String(position[1]) };
      const rows = await listBoard(deps.database, { day, driverId, status }, after, limit + 1);
      const keyOf = ({ starts_at, id }: BoardRow) => [starts_at.getTime(), id];
      return { status: 200, body: cursors.page(scope, rows, limit, keyOf, renderShift) };
    },
    async getShift({ params }) {
      return answer(await read(params.id));
    },
    async planShift(request) {
      const { reference, replayed } = await planShifts(deps, request);
      const ids = (reference.plans ?? '').split(',').filter((id) => id !== '');
      const rows = await Promise.all(ids.map(read));
      const series =
        reference.series === undefined ? null : await findSeries(deps.database, reference.series);
      const body = { series: series === null ? null : renderSeries(series), shifts: rows.map(renderShift) };
      return { status: 201, body, replayed };
    },
    async updateShift(request) {
      const others = await editShift(deps, request);
      const { body, ...reply } = answer(await read(request.params.id));
      return { ...reply, body: { shift: body, ...others } };
    },
    async endShiftByDispatcher(request) {
      const by = principalAs(request.caller, 'DISPATCHER', 'ADMIN');
      const { driver_id: key, run_id: shiftId, status } = await read(request.params.id);
      if (shiftId === null) {
        throw new WaslError('shift.INVALID_STATE', {
          detail: `The shift is ${status}: only a running shift can be ended.`,
          extension: { currentState: status, allowedCommands: [] },
        });
      }
      const { reason, carryCash } = request.body;
      const payload = { shiftId, ...(carryCash === undefined ? {} : { carryCash }) };
      const ref = { kind: 'driver', key } as const;
      const { effects, replayed } = await deps.actors.command(request, by, ref, 'end-shift', payload, reason);
      await doneWithin(effects, EFFECTS_TIMEOUT_MS);
      return { ...answer(await read(request.params.id)), replayed };
    },
  };
}

function answer(row: BoardRow) {
  const reply = { status: 200, body: renderShift(row) };
  return row.version === null ? reply : { ...reply, etag: row.version };
}
