/** An error that the person at the terminal can act on: printed as a sentence, without a stack. */
export class CommandError extends Error {}

/** The text for the person at the terminal: a sentence where one helps, a stack for a defect of ours. */
export function explain(error: unknown): string {
  if (error instanceof CommandError || (error instanceof Error && error.name === 'ConfigError'))
    return error.message;
  const { code, path } = error as NodeJS.ErrnoException;
  if (path !== undefined && (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')) {
    return `${path} may not be used by this user. Start as the user who created it, or give another folder with --data-dir.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
