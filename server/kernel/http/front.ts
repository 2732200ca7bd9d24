import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { Logger } from 'pino';
import type { Adapter } from './adapter.ts';
import { meets, REVALIDATED, type Repeat } from './repeats.ts';
import { beginRequest, type RequestContext } from './request-context.ts';

const VARY = 'Accept-Language, Authorization';

/**
 * What every request meets first: its context, the security headers, and, where the same question of a guest was
 * answered before and the answer still holds, that answer. Everything else is the application's.
 */
export function createFront(
  application: RequestListener,
  api: Pick<Adapter, 'repeat' | 'budget'>,
  log: Logger,
): RequestListener {
  const security = securityHeaders();
  const fixed = [...security.flat(), 'Vary', VARY, 'Cache-Control', REVALIDATED];
  const always = { Vary: VARY, ...Object.fromEntries(security) };

  const passOn = (req: IncomingMessage, res: ServerResponse, context: RequestContext) => {
    context.headers = { 'X-Request-Id': context.requestId, ...always };
    application(req, res);
  };

  const answer = async (
    req: IncomingMessage,
    res: ServerResponse,
    repeat: Repeat,
    context: RequestContext,
  ) => {
    // A refusal is told by the application, which asks for the same budget and spends nothing twice.
    const budget = await api.budget(req, repeat.rateClass).catch(() => null);
    const present = budget === null ? null : repeat.present();
    if (budget === null || present === null) {
      passOn(req, res, context);
      return;
    }
    const headers: (string | number)[] = [
      ...['X-Request-Id', context.requestId, 'Content-Language', context.locale, 'ETag', present.etag],
      ...['RateLimit-Limit', budget.limit, 'RateLimit-Remaining', budget.remaining],
      ...['RateLimit-Reset', budget.reset],
      ...fixed,
    ];
    if (meets(req.headers['if-none-match'], present.etag)) {
      res.writeHead(304, headers as never).end();
      return;
    }
    headers.push('Content-Type', 'application/json; charset=utf-8', 'Content-Length', present.json.length);
    res.writeHead(200, headers as never).end(present.json);
  };

  return (req, res) => {
    const context = beginRequest(req, res, log);
    const repeat = api.repeat(req, context.locale);
    if (repeat === null) passOn(req, res, context);
    else void answer(req, res, repeat, context);
  };
}

/** Answers are data: nothing in them is to be run or framed. Consoles and documentation set a policy of their own. */
const POLICY = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
};

/** What helmet says for every answer. It is the same for all of them, so it is asked once. */
function securityHeaders(): readonly (readonly [name: string, value: string])[] {
  const said: [string, string][] = [];
  const response = {
    setHeader: (name: string, value: string) => said.push([name, value]),
    removeHeader: () => undefined,
  };
  helmet(POLICY)({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error;
  });
  if (said.length === 0) throw new Error('helmet has nothing to say');
  return said;
}
