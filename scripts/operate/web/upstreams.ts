import { block } from './nginx-text.ts';

/** `wasl-api@1.service` listens on the port after this one. */
export const PORT_BASE = 8100;

/** How long a connection to a process stays open that no request uses. */
export const IDLE_SECONDS = 5;

/**
 * The API processes. A request goes to the least busy one. Socket.IO's long polling, many requests to the memory of one
 * process, stays with one by the client's address; a WebSocket is one connection and may use any.
 */
export function upstreamsText(processes: number): string {
  const ports = Array.from({ length: processes }, (_, at) => PORT_BASE + at + 1);
  // One that is being replaced refuses connections, which costs nothing on this machine: the next one is asked. None is
  // left out for a while after an error, or a single one of the last process would leave nobody to ask.
  const servers = ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`);
  const common = [
    'keepalive 32;',
    '# A process that is replaced waits a second longer for its connections to be closed (DRAIN_SECONDS).',
    `keepalive_timeout ${IDLE_SECONDS}s;`,
  ];
  return [
    block('upstream wasl', ['zone wasl 64k;', 'least_conn;', ...servers, ...common]),
    block('upstream wasl_bound', [
      'zone wasl_bound 64k;',
      'hash $remote_addr consistent;',
      ...servers,
      ...common,
    ]),
    block('map $args $wasl_live', ['default wasl;', '"~(^|&)(transport=polling|sid=)" wasl_bound;']),
    block('map $http_upgrade $wasl_connection', ['default upgrade;', '"" "";']),
    '',
  ].join('\n\n');
}
