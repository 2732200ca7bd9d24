import { createConnection, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { AbstractConnector, type RedisOptions } from 'ioredis';
import type { Topology } from './topology.ts';

const LOCATE_AGAIN_MS = 200;

/**
 * Lets a connection of ioredis, and its duplicates, lead to whichever server is the master of a slot. When another one
 * becomes the master, the connection breaks, and so its owner learns that it may have missed something; it reconnects as
 * after any other break.
 *
 * ioredis has connections of its own for clusters and Sentinels. Those for clusters change to another server without a
 * word, so that who listens does not learn of the gap.
 */
export function followingConnector(
  topology: Topology,
  slot: number,
  tls: boolean,
): NonNullable<RedisOptions['Connector']> {
  return class FollowingConnector extends AbstractConnector {
    constructor(options: unknown) {
      super((options as { disconnectTimeout: number }).disconnectTimeout);
    }

    /** Tries until it is told to stop: ioredis would never connect again after a rejection. */
    override async connect(report: (type: string, error: Error) => void): Promise<Socket> {
      this.connecting = true;
      while (this.connecting) {
        try {
          const place = await topology.locate(slot);
          if (!this.connecting) break;
          const socket = tls ? connectTls({ ...place, servername: place.host }) : createConnection(place);
          const leave = topology.watch(slot, place, () =>
            socket.destroy(new Error('another server is the master now')),
          );
          socket.once('error', (error) => {
            this.firstError = error;
          });
          socket.once('close', leave);
          this.stream = socket;
          return socket;
        } catch (error) {
          report('error', error instanceof Error ? error : new Error(String(error)));
          await pause(LOCATE_AGAIN_MS);
        }
      }
      throw new Error('Connection is closed.');
    }
  };
}
