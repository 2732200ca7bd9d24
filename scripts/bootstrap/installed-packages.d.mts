export interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

export interface Machine {
  readonly os: string;
  readonly cpu: string;
  readonly libc: string | undefined;
}

export type LockPackages = Readonly<Record<string, LockEntry>>;

export function packagesMatch(root: string, machine?: Machine): boolean;
export function lockSatisfied(wanted: LockPackages, installed: LockPackages, machine: Machine): boolean;
