/** The project's top folder, with a slash at its end. */
export const ROOT: string;
/** True when the arguments have been answered: --help, or an option that does not exist. */
export function answersArguments(args: readonly string[], usage: string): boolean;
export function requireNode(version?: string): void;
export function ensurePackages(root?: string): Promise<void>;
export function ensureBuild(root?: string, options?: { checked?: boolean }): Promise<void>;
export function ensureConsoles(root?: string): Promise<void>;
export function ensureSbom(root?: string): Promise<void>;
export function explainAndExit(error: unknown): never;
