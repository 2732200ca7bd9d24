import { accepted, unchanged } from '../machines/decision.ts';
import type { ShiftWord } from './commands.ts';
import { driverEvent, type Handlers } from './turn.ts';

/** Words of plans and timers. They come late or twice: about another shift than the present one they change nothing. */
export const shiftWordHandlers: Handlers<ShiftWord['type']> = {
  'plan-changed': ({ state: { shift }, command, facts }) => {
    const { planId, planVersion, plannedEnd, breaksPlanned } = command;
    if (shift?.planId !== planId || (shift.planVersion ?? 0) >= planVersion) return unchanged();
    const figures = { planId, planVersion, plannedEnd, breaksPlanned };
    return accepted([{ ...driverEvent(facts), type: 'SHIFT_REPLANNED', shiftId: shift.shiftId, ...figures }]);
  },
  'shift-overrun': ({ state: { shift }, command: { shiftId, plannedEnd }, facts }) => {
    if (shift?.shiftId !== shiftId || shift.plannedEnd !== plannedEnd || shift.overran === true)
      return unchanged();
    return accepted([{ ...driverEvent(facts), type: 'SHIFT_OVERRAN', shiftId, plannedEnd }]);
  },
  'break-overrun': ({ state: { shift }, command: { shiftId, from }, facts }) => {
    if (shift?.shiftId !== shiftId || shift.breakOverran === true) return unchanged();
    const present = shift.breaks.at(-1);
    if (present?.to !== null || present.from !== from) return unchanged();
    return accepted([{ ...driverEvent(facts), type: 'BREAK_OVERRAN', shiftId, from }]);
  },
};
