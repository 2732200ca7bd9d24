import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/** Responses are data: nothing in them may run or be framed. Consoles and documentation set their own policies. */
const POLICY = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
};

/** The headers helmet sets, the same on every response and therefore collected once. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = collect();

function collect(): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name] = value;
    },
    removeHeader: () => undefined,
  };
  helmet(POLICY)({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error;
  });
  if (Object.keys(headers).length === 0) throw new Error('helmet sets no headers');
  return headers;
}
