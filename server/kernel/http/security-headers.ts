import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/** Answers are data: nothing in them is to be run or framed. Consoles and documentation set a policy of their own. */
const POLICY = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
};

/** What helmet sets on every answer. It is the same for all of them, so it is asked once. */
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
