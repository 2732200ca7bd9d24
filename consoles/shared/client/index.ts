/** The client of the API for programs: types and operations are made from openapi.yaml (docs/integrations.md). */

export type { NumberedEvents, SocketEvents } from '../../../realtime/live-types.ts';
export type { components, operations, paths } from '../../../server/kernel/http/api-types.ts';
export { isProblemCode, NoAnswerError, type Problem, ProblemError } from '../api/problem.ts';
export type { LiveChannel } from '../live/live-channel.ts';
export type { LiveMessage } from '../live/live-message.ts';
export type { LiveStatus } from '../live/live-status.ts';
export type { Input, Item, ListOperation, OperationId, Output } from './operation-types.ts';
export { OPERATIONS } from './operations.ts';
export { type Answered, Wasl, type WaslOptions } from './wasl.ts';
