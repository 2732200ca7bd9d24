import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/** Responses are data: nothing in them may run or be framed. Consoles and documentation set their own policies. */
const POLICY = {
  contentSecurityPolicy: {
    useDefaults: false,
    // What default-src does not cover is named by itself.
    directives: {
      defaultSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
};

/** The headers helmet sets, the same on every response and therefore collected once. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = Object.fromEntries(
  headersSetBy(helmet(POLICY)),
);

type SettingHeaders = ReturnType<typeof helmet>;

/** What a middleware of helmet sets, which is the same for every request. */
export function headersSetBy(middleware: SettingHeaders): [string, string][] {
  const found = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => found.set(name, value),
    removeHeader: (name: string) => found.delete(name),
  };
  middleware({} as IncomingMessage, response as unknown as ServerResponse, (error?: unknown) => {
    if (error !== undefined) throw error;
  });
  if (found.size === 0) throw new Error('helmet sets no headers');
  return [...found];
}
