import { WaslError } from '../../../actors/errors.ts';

/** API names of commands that have another name in the machines. */
const API_NAMES: { readonly [command: string]: string } = {
  'request-code': 'delivery-code',
  'assign-by-hand': 'assign',
  'cancel-group': 'cancel',
  'start-return': 'return',
  'complete-return': 'return',
  'open-hand-over': 'hand-over',
};

/** Actions as named in the API's paths. */
export function actionsOf(commands: readonly string[]): string[] {
  const shown = commands.filter((command) => command !== 'cancel-hand-over');
  return shown.map((command) =>
    Object.hasOwn(API_NAMES, command) ? (API_NAMES[command] ?? command) : command,
  );
}

export function noSuchTask(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such delivery task.' });
}

/**
 * Translates the order actor's refusals to the API's action names, and gives the same answer for a missing task and
 * another driver's.
 */
export async function inApiNames<T>(command: Promise<T>): Promise<T> {
  try {
    return await command;
  } catch (error) {
    throw error instanceof WaslError ? translated(error) : error;
  }
}

function translated(error: WaslError): WaslError {
  if (error.code === 'common.NOT_FOUND') return noSuchTask();
  const { currentState, allowedCommands, instead } = error.extension;
  if (!Array.isArray(allowedCommands)) return error;
  const actions = actionsOf(allowedCommands.map(String));
  const hint = actions.length > 0 ? `allowed now: ${actions.join(', ')}` : 'nothing is allowed now';
  return new WaslError(error.code, {
    detail: [`The present state is ${String(currentState)}; ${hint}.`, instead].filter(Boolean).join(' '),
    extension: { ...error.extension, allowedCommands: actions },
  });
}
