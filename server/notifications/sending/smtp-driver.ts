import type { SmtpSettings } from '../../kernel/process/sending-config.ts';
import type { ChannelDriver, OutgoingMessage, Sent } from './channel-driver.ts';
import { type Mailer, openMailer } from './mail-message.ts';
import { SmtpConnections, SmtpError } from './smtp-connection.ts';

/** Service closing: concerns the server, not the message. */
const NOT_AVAILABLE = 421;

/** Sends through a mail server. SENT means that the server accepted the message; its reply is recorded. */
export class SmtpDriver implements ChannelDriver {
  readonly channel = 'EMAIL';
  readonly #mailer: Mailer;
  readonly #connections: SmtpConnections;

  private constructor(settings: SmtpSettings, mailer: Mailer, timeoutMs: number) {
    this.#mailer = mailer;
    this.#connections = new SmtpConnections(settings, timeoutMs);
  }

  /** Rejects if the DKIM key cannot be read. */
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
