import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';

const policy = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
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
    },
  },
  xFrameOptions: { action: 'deny' },
  referrerPolicy: { policy: 'same-origin' },
});

const headers = headersOf(policy);

/** Headers of every page: scripts, styles, pictures and forms of this service alone, nothing inline, no frames. */
export function pagePolicy(_: Request, res: Response, next: NextFunction): void {
  for (const [name, value] of headers) res.setHeader(name, value);
  next();
}

/** What Helmet sets is the same each time: it is asked once. */
function headersOf(middleware: typeof policy): readonly [string, string][] {
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
