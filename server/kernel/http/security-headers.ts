import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/** Answers are data: nothing in them is to be run or framed. Consoles and documentation set a policy of their own. */
const POLICY = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
};

/** What helmet says for every answer. It is the same for all of them, so it is asked once. */
export function securityHeaders(): readonly (readonly [name: string, value: string])[] {
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
