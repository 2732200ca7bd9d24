import type { IncomingMessage, ServerResponse } from 'node:http';
import { WaslError } from '../../../actors/errors.ts';
import { refuseDeepNesting } from './clean-text.ts';
import { bodyLimitFor, type OperationRules } from './contract.ts';
import { LargeBodies, type Take } from './large-bodies.ts';
import type { BinaryBody, Caller } from './operation.ts';

/** A body as passed to its operation. */
export interface RequestBody {
  /** Parsed JSON; for CSV an object with the field `csv`; undefined for a picture or without a body. */
  value: unknown;
  /** The bytes of a picture. */
  bytes: BinaryBody | null;
  /** The raw JSON; null for anything else. */
  json: string | null;
  /** Bytes. */
  size: number;
}

const JSON_TYPE = 'application/json';
const CSV_TYPE = 'text/csv';
const NO_BODY: RequestBody = { value: undefined, bytes: null, json: null, size: 0 };
/** Bytes tolerated where no body is accepted, since some clients send `{}` or blanks. */
const MAX_EMPTY_BYTES = 64;
const EMPTY = /^\s*(?:\{\s*\}\s*)?$/;

/**
 * Reads bodies after the caller has been authorized: as JSON, CSV or picture bytes, as the operation accepts. Bodies
 * above the default limit have limits of their own.
 */
export class RequestBodies {
  readonly #usual: number;
  readonly #large = new LargeBodies();

  /** @param usual Default limit in bytes. */
  constructor(usual: number) {
    this.#usual = usual;
  }

  /**
   * Passes the body to `use` and waits for it. Throws common.UNSUPPORTED_MEDIA_TYPE, common.PAYLOAD_TOO_LARGE,
   * common.MALFORMED, and common.UNAVAILABLE while too many large ones are held.
   */
  async with(
    req: IncomingMessage,
    res: ServerResponse,
    operation: OperationRules,
    caller: Caller,
    use: (body: RequestBody) => Promise<void>,
  ): Promise<void> {
    if (!hasBody(req)) return use(NO_BODY);
    const type = mediaTypeOf(req);
    refuseUnknownType(type, operation);
    const limit = operation.takesBody ? bodyLimitFor(operation, type, this.#usual) : MAX_EMPTY_BYTES;
    const declared = declaredLength(req);
    if (declared !== null && declared > limit) throw tooLong(operation, limit);
    const read = (take: Take) => {
      // Clients that sent Expect: 100-continue are answered only now.
      if (req.headers.expect !== undefined) res.writeContinue();
      return bytesOf(req, take);
    };
    const useContent = async (content: Buffer) => use(bodyOf(content, type, operation));
    const withinLimit = upTo(limit, () => tooLong(operation, limit));
    if ((declared ?? limit) <= this.#usual) return useContent(await read(withinLimit));
    return this.#large.run(senderOf(caller), (hold) => read(inTurn(withinLimit, hold)), useContent);
  }
}

/** Whose large bodies are counted together: all people and machines of a shop are one sender. */
function senderOf(caller: Caller): string {
  return caller.kind === 'guest' ? 'guests' : (caller.sellerId ?? caller.accountId);
}

function upTo(limit: number, refusal: () => WaslError): Take {
  let size = 0;
  return (bytes) => {
    size += bytes;
    return size > limit ? refusal() : null;
  };
}

function inTurn(first: Take, second: Take): Take {
  return (bytes) => first(bytes) ?? second(bytes);
}

function bodyOf(content: Buffer, type: string, { takesBody }: OperationRules): RequestBody {
  if (!takesBody) {
    if (!EMPTY.test(content.toString())) throw bodyRefused();
    return NO_BODY;
  }
  if (content.length === 0) return NO_BODY;
  if (type === JSON_TYPE) return jsonBody(content);
  if (type === CSV_TYPE)
    return { value: { csv: textOf(content) }, bytes: null, json: null, size: content.length };
  return { value: undefined, bytes: { type, content }, json: null, size: content.length };
}

function jsonBody(content: Buffer): RequestBody {
  refuseDeepNesting(content);
  const json = textOf(content);
  try {
    return { value: JSON.parse(json) as unknown, bytes: null, json, size: content.length };
  } catch {
    throw new WaslError('common.MALFORMED', { detail: 'The body is not valid JSON.' });
  }
}

/** Without a byte order mark. */
function textOf(content: Buffer): string {
  const text = content.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Settles once the body is complete, refused by `take` or aborted; bounded by the server's timeout. */
function bytesOf(req: IncomingMessage, take: Take): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const broken = () => fail(new WaslError('common.MALFORMED', { detail: 'The body is incomplete.' }));
    const keep = (chunk: Buffer) => {
      const refusal = take(chunk.length);
      if (refusal !== null) fail(refusal);
      else chunks.push(chunk);
    };
    const end = () => {
      forget();
      const [only] = chunks;
      resolve(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks));
    };
    const fail = (error: WaslError) => {
      forget();
      // The rest is discarded as it arrives, once the refusal has been sent.
      req.pause();
      reject(error);
    };
    const forget = () => {
      req.off('data', keep).off('end', end).off('error', broken).off('close', broken);
    };
    // The client may have disconnected before reading started.
    if (req.destroyed) broken();
    else req.on('data', keep).on('end', end).on('error', broken).on('close', broken);
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Null for a chunked body. */
function declaredLength({ headers }: IncomingMessage): number | null {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : null;
}

/** Throws common.UNSUPPORTED_MEDIA_TYPE for a charset other than UTF-8 and for compressed content. */
function mediaTypeOf({ headers }: IncomingMessage): string {
  const encoding = headers['content-encoding'];
  const header = headers['content-type'] ?? '';
  if (header === JSON_TYPE && encoding === undefined) return JSON_TYPE;
  const [type = '', ...parameters] = header.toLowerCase().split(';');
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-8"?$/.test(charset);
  if (!isUtf8 || (encoding !== undefined && encoding.toLowerCase() !== 'identity')) {
    const detail = 'Send UTF-8 without content encoding.';
    throw new WaslError('common.UNSUPPORTED_MEDIA_TYPE', { detail });
  }
  return type.trim();
}

/** A body in another format would otherwise be silently ignored. */
function refuseUnknownType(type: string, { takesBody, bodyTypes, formerBodyType }: OperationRules): void {
  if (type === formerBodyType) throw appOutOfDate();
  const known = takesBody ? bodyTypes : [JSON_TYPE];
  const isKnown = known.some(
    (one) => one === type || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))),
  );
  if (!isKnown) throw new WaslError('common.UNSUPPORTED_MEDIA_TYPE');
}

function tooLong({ takesBody }: OperationRules, limit: number): WaslError {
  if (!takesBody) return bodyRefused();
  const most = `at most ${Math.floor(limit / 1024)} KiB are accepted here`;
  return new WaslError('common.PAYLOAD_TOO_LARGE', {
    detail: `The body is too large; ${most}. Send less at once, e.g. an outline with fewer positions or a smaller picture.`,
  });
}

/** The body would be ignored, contrary to the client's expectation. */
function bodyRefused(): WaslError {
  return new WaslError('common.MALFORMED', {
    detail: 'This operation accepts no body. Send the request without one.',
  });
}

/** Not 415, on which an offline app would discard data only it has. Its next version sends the accepted type. */
function appOutOfDate(): WaslError {
  return new WaslError('common.UNAVAILABLE', {
    detail:
      'This app is out of date: the body is no longer accepted in this form. Update the app and try again.',
    retryAfter: 60,
  });
}
