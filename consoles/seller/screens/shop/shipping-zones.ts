/** Parses a list of Qatar's address zones, "61, 66-69"; null if the text is not such a list. */
export function zonesOf(text: string): number[] | null {
  const zones = new Set<number>();
  for (const part of text.split(/[\s,،;]+/).filter((each) => each !== '')) {
    const found = /^(\d{1,2})(?:[-–](\d{1,2}))?$/.exec(part);
    if (found === null) return null;
    const from = Number(found[1]);
    const to = Number(found[2] ?? found[1]);
    if (from < 1 || to < from) return null;
    for (let zone = from; zone <= to; zone += 1) zones.add(zone);
  }
  return zones.size === 0 ? null : [...zones].sort((one, other) => one - other);
}

/** The other way round: neighbours as a span. */
export function listedZones(zones: readonly number[]): string {
  const sorted = [...zones].sort((one, other) => one - other);
  const spans: [number, number][] = [];
  for (const zone of sorted) {
    const last = spans.at(-1);
    if (last !== undefined && last[1] === zone - 1) last[1] = zone;
    else spans.push([zone, zone]);
  }
  return spans.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
}
