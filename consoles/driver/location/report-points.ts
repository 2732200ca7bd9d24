import type { Api } from '../../shared/api/client.ts';
import { isProblemCode } from '../../shared/api/problem.ts';
import type { LiveHub } from '../../shared/live-store/live-hub.ts';
import type { Reported } from './location-manager.ts';
import type { Point } from './point-filter.ts';

/** Maximum number of points per socket message, whose size is limited. */
const MAX_POINTS_BY_SOCKET = 20;

/** Sends points over the socket if connected, else by request. Many points, or old ones, are sent by request. */
export async function reportPoints(
  { api, hub }: { api: Api; hub: LiveHub },
  batch: readonly Point[],
): Promise<Reported> {
  const points = [...batch];
  if (hub.status.state === 'live' && points.length <= MAX_POINTS_BY_SOCKET) {
    const answer = await hub.location({ points });
    if (answer?.ok === true) return 'TAKEN';
  }
  if (!navigator.onLine) return 'LATER';
  try {
    await api.POST('/driver/locations', { body: { points } });
    return 'TAKEN';
  } catch (error) {
    return isProblemCode(error, 'common.VALIDATION_FAILED', 'auth.FORBIDDEN') ? 'REFUSED' : 'LATER';
  }
}
