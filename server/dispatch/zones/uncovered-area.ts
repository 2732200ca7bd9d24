import type { ServiceArea } from '../../../actors/geo/service-area.ts';
import type { Cause, Condition } from '../alerts/alerts.ts';
import { leastUncovered } from './zone-cover.ts';
import type { ZoneDirectory } from './zone-directory.ts';

interface Sources {
  zones: Pick<ZoneDirectory, 'present'>;
  serviceArea: ServiceArea;
}

const SQUARE_KILOMETRE = 1_000_000;

/**
 * No single active zone covers the service area. Zone edits prevent this, but rows can be changed by hand. Polygons are
 * compared only after zones changed.
 */
export function uncoveredArea({ zones, serviceArea }: Sources): Condition {
  let judged: { revision: number; causes: Cause[] } | null = null;
  return {
    kind: 'UNCOVERED_AREA',
    async causes({ trx }) {
      const { revision } = await zones.present();
      if (judged?.revision === revision) return judged.causes;
      const rest = await leastUncovered(trx, serviceArea);
      judged = { revision, causes: rest === null ? [] : [causeOf(rest.squareMetres)] };
      return judged.causes;
    },
  };
}

function causeOf(squareMetres: number): Cause {
  const squareKilometres = Math.max(0.1, Math.round((squareMetres / SQUARE_KILOMETRE) * 10) / 10);
  return { key: 'qatar', subjectType: 'SERVICE_AREA', subjectId: 'qatar', data: { squareKilometres } };
}
