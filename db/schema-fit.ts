/** A phase that a database has begun, as in `schema_phases`. */
export interface PhaseState {
  readonly release: number;
  readonly phase: 'before' | 'after';
  readonly done: boolean;
}

export interface SchemaReleases {
  /** The newest release that can run on the schema; 0: none. */
  readonly newest: number;
  /** The oldest release that can still run on it. */
  readonly oldest: number;
}

/** From the second phase's beginning on, not only from its end, the former release is shut out. */
export function releasesOf(phases: readonly PhaseState[]): SchemaReleases {
  const max = (of: (state: PhaseState) => boolean) =>
    Math.max(0, ...phases.filter(of).map(({ release }) => release));
  const newest = max(({ phase, done }) => phase === 'before' && done);
  return {
    newest,
    oldest: Math.max(
      max(({ phase }) => phase === 'after'),
      newest - 1,
    ),
  };
}

/** The releases whose second phase is begun or still to be run. */
export function unfinishedReleases(phases: readonly PhaseState[]): number[] {
  const finished = new Set(
    phases.filter(({ phase, done }) => phase === 'after' && done).map((each) => each.release),
  );
  return phases
    .filter(({ phase, release }) => phase === 'before' && !finished.has(release))
    .map((each) => each.release);
}

/** Why a process of this release must not run on the schema, in one sentence; null if it may. */
export function unfitBecause({ newest, oldest }: SchemaReleases, release: number): string | null {
  if (newest === 0)
    return `The database has no schema of a release yet: run \`wasl migrate\` before starting release ${release} (docs/upgrades.md).`;
  if (newest < release)
    return `The database has the schema of release ${newest}, which is too old for release ${release}: run \`wasl migrate\` first (docs/upgrades.md).`;
  if (oldest > release)
    return `The database has gone on to release ${newest}, whose second phase has begun: release ${release} can no longer run on it; start release ${newest} (docs/upgrades.md).`;
  return null;
}
