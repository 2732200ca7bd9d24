import SMTPConnection, { type SMTPEnvelope } from 'nodemailer/lib/smtp-connection';
import type { SmtpSettings } from '../../kernel/process/sending-config.ts';

/** Milliseconds for which an idle connection is kept; mail servers close theirs after a minute or more. */
const IDLE_TIMEOUT_MS = 5_000;

/** What the mail server answered, or why it was not reached. */
export interface SmtpFailure {
  /** connect: before the server considered a message. message: about this message. */
  at: 'connect' | 'message';
  /** The server's reply code; null without a reply. */
  code: number | null;
  /** Whether retrying is useless according to the server. */
  permanent: boolean;
  words: string;
}

/** Thrown by connections; see its `fault`. */
export class SmtpError extends Error {
  readonly fault: SmtpFailure;

  constructor(fault: SmtpFailure) {
    super(fault.words);
    this.fault = fault;
  }
}

/** Connections to one mail server, each used for one message at a time and kept briefly between messages. */
export class SmtpConnections {
  readonly #settings: SmtpSettings;
  readonly #timeoutMs: number;
  readonly #idle = new Map<SMTPConnection, NodeJS.Timeout>();

  constructor(settings: SmtpSettings, timeoutMs: number) {
    this.#settings = settings;
    this.#timeoutMs = timeoutMs;
  }

  /** Sends a message and returns the server's reply. Rejects with an SmtpError. */
  async send(envelope: SMTPEnvelope, message: Buffer, signal: AbortSignal): Promise<string> {
    const connection = this.#takeIdle() ?? (await this.#open(signal));
    try {
      const reply = await abandonable<string>(connection, signal, 'message', (done) =>
        connection.send(envelope, message, (error, info) => done(error, info?.response)),
      );
      this.#keep(connection);
      return reply;
    } catch (error) {
      // The connection's state is unknown now.
      connection.close();
      throw error;
    }
  }

  close(): void {
    for (const [connection, timer] of this.#idle) {
      clearTimeout(timer);
      connection.quit();
    }
    this.#idle.clear();
  }

  #takeIdle(): SMTPConnection | null {
    for (const [connection, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(connection);
      if (!connection.destroyed) return connection;
    }
    return null;
  }

  #keep(connection: SMTPConnection): void {
    const timer = setTimeout(() => {
      this.#idle.delete(connection);
      connection.quit();
    }, IDLE_TIMEOUT_MS);
    this.#idle.set(connection, timer.unref());
  }

  async #open(signal: AbortSignal): Promise<SMTPConnection> {
    const { host, port, secure, requireTls, auth, from } = this.#settings;
    const connection = new SMTPConnection({
      ...{ host, port, secure, requireTLS: requireTls },
      name: from.address.slice(from.address.lastIndexOf('@') + 1),
      connectionTimeout: this.#timeoutMs,
      greetingTimeout: this.#timeoutMs,
      socketTimeout: this.#timeoutMs + IDLE_TIMEOUT_MS,
      socketCloseTimeout: 1_000,
    });
    try {
      await abandonable<true>(connection, signal, 'connect', (done) =>
        connection.connect((error) => done(error, true)),
      );
      if (auth !== null) {
        await abandonable<boolean>(connection, signal, 'connect', (done) => connection.login(auth, done));
      }
    } catch (error) {
      connection.close();
      throw error;
    }
    // Without a listener, an error between two messages would be thrown; `destroyed` reports it at the next use.
    connection.on('error', () => connection.close());
    return connection;
  }
}

type Done<T> = (error: SmtpLibraryError | null | undefined, value?: T) => void;

/** Fields the library adds to its errors. */
interface SmtpLibraryError extends Error {
  code?: string | undefined;
  command?: string | undefined;
  response?: string | undefined;
  responseCode?: number | undefined;
  permanent?: boolean | undefined;
}

/** One step of a conversation; rejects when the connection ends or the signal is aborted. */
function abandonable<T>(
  connection: SMTPConnection,
  signal: AbortSignal,
  at: SmtpFailure['at'],
  step: (done: Done<T>) => void,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const fail = (error: SmtpLibraryError) => {
      forget();
      reject(new SmtpError(errorOf(error, at)));
    };
    const abandon = () => fail(new Error('The mail server did not answer in time.'));
    const ended = () => fail(new Error('The mail server closed the connection.'));
    const forget = () => {
      signal.removeEventListener('abort', abandon);
      connection.off('error', fail);
      connection.off('end', ended);
    };
    if (signal.aborted) return abandon();
    signal.addEventListener('abort', abandon);
    connection.on('error', fail);
    connection.on('end', ended);
    step((error, value) => {
      if (error) return fail(error);
      forget();
      resolve(value as T);
    });
  });
}

function errorOf(error: SmtpLibraryError, at: SmtpFailure['at']): SmtpFailure {
  const { responseCode = null, permanent = false, command = '' } = error;
  // Before the message itself, the server accepts or rejects the sender: that says nothing about this message.
  const general = at === 'connect' || command === 'MAIL FROM' || command.startsWith('AUTH');
  return {
    at: general ? 'connect' : 'message',
    code: responseCode,
    permanent: permanent || command === 'API',
    words: wordsOf(error),
  };
}

function wordsOf({ code, command, response, message }: SmtpLibraryError): string {
  if (code !== 'ETLS' || command !== 'STARTTLS' || response === undefined) return response ?? message;
  return `The mail server does not encrypt the connection, and nothing is sent without (SMTP_REQUIRE_TLS): ${response}`;
}
