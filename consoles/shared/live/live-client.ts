import { LiveChannel, type LiveOptions } from './live-channel.ts';
import { openSocket } from './open-socket.ts';

export type { LiveOptions } from './live-channel.ts';

/** The live channel over socket.io-client. */
export class LiveClient extends LiveChannel {
  constructor(options: LiveOptions) {
    super(options, openSocket);
  }
}
