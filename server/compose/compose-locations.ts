import type { Pusher } from '../../actors/runtime/relay.ts';
import { PgBreadcrumbStore } from '../../db/stores/breadcrumb-store.ts';
import { Arrivals } from '../../realtime/arrivals.ts';
import { Breadcrumbs } from '../../realtime/breadcrumbs.ts';
import { type CurrentStop, readCurrentStops } from '../../realtime/current-stop-store.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import { LocationBus } from '../../realtime/location-bus.ts';
import { LocationFrames } from '../../realtime/location-frames.ts';
import type { LocationMeter } from '../../realtime/location-meter.ts';
import { Locations } from '../../realtime/locations.ts';
import { recordPresence } from '../../realtime/presence-record.ts';
import { PresenceWatch } from '../../realtime/presence-watch.ts';
import { serveLocations } from '../../realtime/serve-locations.ts';
import { knownZones, type ZoneDirectory } from '../dispatch/zones/zones.ts';

import type { ActorGateway } from '../kernel/actors/actor-gateway.ts';
import type { Base } from './compose-base.ts';
import { framesOf } from './frames-of.ts';

export interface LocationParts extends Base {
  actors: ActorGateway;
  pusher: Pusher;
  zones: ZoneDirectory;
}

/** Drivers' locations in an API process: received over sockets and REST, sent to sockets. */
export function composeLocations(deps: LocationParts, gateway: Gateway, meter: LocationMeter): Locations {
  const { config, presence, log, closers, database, serviceArea: area } = deps;
  const changes = recordPresence(database, log);
  closers.add('presence on record', () => changes.close());
  const watch = new PresenceWatch({ presence, pusher: deps.pusher, record: changes, meter, log });
  closers.add('presence', () => watch.close());
  const frames = composeFrames(deps, gateway, meter);
  const breadcrumbs = new Breadcrumbs({ store: new PgBreadcrumbStore(database), meter, log });
  closers.add('breadcrumbs', () => breadcrumbs.close());
  const arrivals = new Arrivals({
    stops: (driverIds) => readCurrentStops(database, driverIds),
    arrive: (stop) => arrive(deps.actors, stop),
    meter,
    log,
  });
  closers.add('arrivals', () => arrivals.close());
  const locations = new Locations({
    ...{ presence, area, frames, breadcrumbs, arrivals, meter, log },
    rate: config.clockRate,
  });
  closers.add('locations', () => locations.close());
  serveLocations(gateway.io, locations, log);
  return locations;
}

function composeFrames(deps: LocationParts, gateway: Gateway, meter: LocationMeter): LocationFrames {
  const { connections, log, closers, presence } = deps;
  const bus = new LocationBus({
    pub: connections.open('drivers', 'publish'),
    sub: connections.open('drivers', 'subscribe'),
    namespace: connections.namespace('drivers'),
    frames: framesOf(deps, 'locations'),
    log,
  });
  closers.add('locations of other processes', async () => bus.close());
  const zones = knownZones(deps.zones, log);
  closers.add('zones of locations', async () => zones.close());
  const frames = new LocationFrames({ io: gateway.io, bus, zones: zones.present, meter });
  closers.add('location frames', async () => frames.close());
  presence.known().then(
    (positions) =>
      frames.load(
        [...positions].map(([driverId, { latitude, longitude, at }]) => {
          return { driverId, latitude, longitude, heading: null, atMs: Date.parse(at) };
        }),
      ),
    (error: unknown) => log.debug({ err: error }, 'earlier positions are not shown'),
  );
  return frames;
}

/** Records the arrival when the device is at the door: once per task, stop and round. */
function arrive(actors: ActorGateway, stop: CurrentStop): Promise<unknown> {
  const { driverId, taskId, orderId, round, attempt } = stop;
  const key = `${taskId}:DROPOFF:${round}:${attempt}`;
  const idempotency = { principal: 'geofence', key, requestHash: Buffer.alloc(0) };
  return actors.command(
    { requestId: `geofence:${taskId}`, ip: null, idempotency },
    { accountId: null, role: 'DRIVER', driverId },
    { kind: 'order', key: orderId },
    'arrive',
    { taskId },
    'The device is at the door',
  );
}
