import { WaslError } from '../../actors/errors.ts';

/** The error code that a command was refused with, or `none`. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof WaslError) return error.code;
    throw error;
  }
  return 'none';
}
