import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { HeaderList } from '../kernel/http/request-context.ts';
import { headersSetBy, SECURITY_HEADERS } from '../kernel/http/security-headers.ts';

/** Origins from which the operator's map style may load. */
export interface MapSources {
  origins: readonly string[];
}

type Policy = (req: Request, res: Response, next: NextFunction) => void;

const DIRECTIVES = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  fontSrc: ["'self'"],
  imgSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  objectSrc: ["'none'"],
};

const PAGE_POLICY = policyHeaders(DIRECTIVES);

/** Headers of every page: scripts, styles, images and forms only from this service, nothing inline, no frames. */
export const pagePolicy = setting(PAGE_POLICY);

/** The same with the headers of every response, for pages sent before the middleware that sets those. */
export const PAGE_HEADERS: HeaderList = Object.entries({
  ...SECURITY_HEADERS,
  ...Object.fromEntries(PAGE_POLICY),
}).flat();

/** Replaces the policy on pages with a map: allows its worker, and what the operator's map style loads. */
export function mapPolicy(map: MapSources): Policy {
  return setting(mapHeaders(map));
}

/** The headers that `mapPolicy` sets; also those of the pages' files, since the map's worker follows those of its own. */
export function mapHeaders({ origins }: MapSources): Headers {
  return policyHeaders({
    ...DIRECTIVES,
    workerSrc: ["'self'"],
    fontSrc: ["'self'", ...origins],
    imgSrc: ["'self'", ...(origins.length === 0 ? [] : ['blob:']), ...origins],
    connectSrc: ["'self'", ...origins],
  });
}

type Headers = readonly [string, string][];

function policyHeaders(directives: Record<string, string[]>): Headers {
  return headersSetBy(
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives },
      xFrameOptions: { action: 'deny' },
      referrerPolicy: { policy: 'same-origin' },
    }),
  );
}

function setting(headers: Headers): Policy {
  return (_, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}
