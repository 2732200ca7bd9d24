import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Place = [longitude: number, latitude: number];

/** A server that answers like OSRM. Its streets run north-south and west-east: every path has one corner. */
export interface OsrmServer {
  url: string;
  /** Paths that were requested, in order. */
  requests: string[];
  /** Sends another response, or none; null: the server responds as usual. */
  instead: ((service: string, response: ServerResponse) => void) | null;
  close(): Promise<void>;
}

/** Speed of its cars in metres per second. */
const SPEED = 10;

export async function startOsrm(): Promise<OsrmServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    const [, service = '', list = ''] =
      /^\/(table|route)\/v1\/driving\/([^?]+)/.exec(request.url ?? '') ?? [];
    if (osrm.instead !== null) return osrm.instead(service, response);
    const places = list.split(';').map((place) => place.split(',').map(Number) as Place);
    if (service === 'table') answerJson(response, tableOf(places));
    else if (service === 'route') answerJson(response, routeOf(places));
    else answerJson(response, { code: 'InvalidUrl' }, 400);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const osrm: OsrmServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    instead: null,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return osrm;
}

export function answerJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Where the path from one place to another turns. */
export function cornerBetween([longitude]: Place, [, latitude]: Place): Place {
  return [longitude, latitude];
}

function tableOf(places: readonly Place[]): object {
  const durations = places.map((from) => places.map((to) => metres(from, to) / SPEED));
  return { code: 'Ok', durations, sources: places.map(waypoint), destinations: places.map(waypoint) };
}

function routeOf(places: readonly Place[]): object {
  const coordinates = places.flatMap((place, index) => {
    const next = places[index + 1];
    return next === undefined ? [place] : [place, ...between(place, cornerBetween(place, next), next)];
  });
  const distance = places
    .slice(1)
    .reduce((sum, place, index) => sum + metres(places[index] ?? place, place), 0);
  const sums = { distance, duration: distance / SPEED, weight: distance / SPEED };
  return {
    code: 'Ok',
    routes: [
      {
        geometry: { type: 'LineString', coordinates },
        legs: [{ steps: [], summary: '', ...sums }],
        weight_name: 'routability',
        ...sums,
      },
    ],
    waypoints: places.map(waypoint),
  };
}

/** Points at intervals along the path, its corners among them. */
function between(...corners: Place[]): Place[] {
  return corners.slice(1).flatMap((to, index) => {
    const from = corners[index] ?? to;
    return [0.25, 0.5, 0.75, 1].map(
      (share): Place => [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share],
    );
  });
}

function waypoint(location: Place): object {
  return { hint: '', distance: 0, name: '', location };
}

function metres(from: Place, to: Place): number {
  return 111_195 * (Math.abs(from[0] - to[0]) * 0.9 + Math.abs(from[1] - to[1]));
}
