import type { SmtpSettings } from '../../kernel/process/sending-config.ts';
import type { ChannelDriver, OutgoingMessage, Sent } from './channel-driver.ts';
import { type Mailer, openMailer } from './mail-message.ts';
import { SmtpConnections, SmtpError } from './smtp-connection.ts';

/** Service closing: the server speaks of itself, not of the message. */
const NOT_AVAILABLE = 421;

/** Sends by a mail server: SENT means that it took the message on, with its words. */
export class SmtpDriver implements ChannelDriver {
  readonly channel = 'EMAIL';
  readonly #mailer: Mailer;
  readonly #connections: SmtpConnections;

  private constructor(settings: SmtpSettings, mailer: Mailer, timeoutMs: number) {
    this.#mailer = mailer;
    this.#connections = new SmtpConnections(settings, timeoutMs);
  }

  /** Rejects when the key for DKIM cannot be read. */
  static async open(settings: SmtpSettings, timeoutMs: number): Promise<SmtpDriver> {
    return new SmtpDriver(settings, await openMailer(settings), timeoutMs);
  }

  async send(message: OutgoingMessage, signal: AbortSignal): Promise<Sent> {
    const { envelope, bytes } = await this.#mailer.compose(message);
    try {
      return { outcome: 'taken', providerRef: await this.#connections.send(envelope, bytes, signal) };
    } catch (error) {
      if (!(error instanceof SmtpError)) throw error;
      const { at, code, permanent, words } = error.fault;
      if (at === 'connect') return { outcome: 'later', words, outage: true };
      if (permanent) return { outcome: 'refused', words };
      if (code === NOT_AVAILABLE) return { outcome: 'later', words, retryAfterSeconds: 60 };
      return { outcome: 'later', words, aboutMessage: code !== null };
    }
  }

  async close(): Promise<void> {
    this.#connections.close();
  }
}
