import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';

/** Where a foreign map style may load from. */
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

/** Headers of every page: scripts, styles, pictures and forms of this service alone, nothing inline, no frames. */
export const pagePolicy = policyWith(DIRECTIVES);

/** In its place for a page with a map: its worker, and what a foreign style loads. */
export function mapPolicy({ origins }: MapSources): Policy {
  return policyWith({
    ...DIRECTIVES,
    workerSrc: ["'self'"],
    fontSrc: ["'self'", ...origins],
    imgSrc: ["'self'", ...(origins.length === 0 ? [] : ['blob:']), ...origins],
    connectSrc: ["'self'", ...origins],
  });
}

function policyWith(directives: Record<string, string[]>): Policy {
  const headers = headersOf(
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives },
      xFrameOptions: { action: 'deny' },
      referrerPolicy: { policy: 'same-origin' },
    }),
  );
  return (_, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}

/** What Helmet sets is the same each time: it is asked once. */
function headersOf(middleware: ReturnType<typeof helmet>): readonly [string, string][] {
  const found = new Map<string, string>();
  const noted = {
    setHeader: (name: string, value: string) => found.set(name, value),
    removeHeader: (name: string) => found.delete(name),
  };
  middleware({} as Request, noted as unknown as Response, (error?: unknown) => {
    if (error !== undefined) throw error;
  });
  return [...found];
}
