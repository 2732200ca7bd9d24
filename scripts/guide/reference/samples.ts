import type { Operation } from '../../contract/contract-reader.ts';

export interface Samples {
  curl: string;
  typescript: string;
  python: string;
}

/** A request of an operation with the contract's examples. WASL_URL and WASL_TOKEN come from the environment. */
export function samplesOf(operation: Operation): Samples {
  const request = requestOf(operation);
  return { curl: curl(request), typescript: typescript(request), python: python(request) };
}

interface SampleRequest {
  method: string;
  address: string;
  headers: readonly [name: string, value: string][];
  /** JSON or text. */
  body: string | null;
  /** The name of a file that is sent instead of a text. */
  file: string | null;
  signedIn: boolean;
}

/** Headers without which a request is refused or cannot be repeated safely. */
const SENT_HEADERS = ['If-Match', 'Idempotency-Key'];

function requestOf(operation: Operation): SampleRequest {
  const { method, path, parameters, body, roles } = operation;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const example = parameters.find((each) => each.in === 'path' && each.name === name)?.example;
    if (example === undefined || example === '')
      throw new Error(`${operation.id} has no example for ${name}`);
    return encodeURIComponent(example);
  });
  const query = parameters
    .filter((each) => each.in === 'query' && each.required)
    .map(({ name, example }) => `${name}=${encodeURIComponent(example)}`)
    .join('&');
  const headers: [string, string][] = parameters
    .filter((each) => each.in === 'header' && (each.required || SENT_HEADERS.includes(each.name)))
    .map(({ name, example }) => [name, example]);
  if (body !== null) headers.unshift(['Content-Type', body.type]);
  const isFile = body !== null && body.example === null && body.type.startsWith('image/');
  return {
    method,
    address: `/api/v1${filled}${query === '' ? '' : `?${query}`}`,
    headers,
    body: body === null || isFile ? null : bodyText(body.example),
    file: isFile ? `picture.${body.type.slice('image/'.length).replace('jpeg', 'jpg')}` : null,
    signedIn: !roles.includes('PUBLIC'),
  };
}

function bodyText(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example ?? {});
}

function curl({ method, address, headers, body, file, signedIn }: SampleRequest): string {
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} "$WASL_URL${address}"`];
  if (signedIn) lines.push('-H "Authorization: Bearer $WASL_TOKEN"');
  for (const [name, value] of headers) lines.push(`-H ${shell(`${name}: ${value}`)}`);
  if (body !== null) lines.push(`--data-binary ${shell(body)}`);
  if (file !== null) lines.push(`--data-binary @${file}`);
  return lines.join(' \\\n  ');
}

function shell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function typescript({ method, address, headers, body, file, signedIn }: SampleRequest): string {
  const entries = headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  if (signedIn) entries.unshift(`    Authorization: \`Bearer \${process.env.WASL_TOKEN}\`,`);
  const content = file === null ? body : `readFileSync('${file}')`;
  return [
    ...(file === null ? [] : ["import { readFileSync } from 'node:fs';", '']),
    `const answer = await fetch(\`\${process.env.WASL_URL}${address}\`, {`,
    `  method: '${method}',`,
    ...(entries.length === 0 ? [] : ['  headers: {', ...entries, '  },']),
    ...(content === null ? [] : [`  body: ${file === null ? JSON.stringify(content) : content},`]),
    '});',
    'console.log(answer.status, await answer.text());',
  ].join('\n');
}

function python({ method, address, headers, body, file, signedIn }: SampleRequest): string {
  const entries = headers.map(
    ([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  if (signedIn) entries.unshift(`        "Authorization": f"Bearer {os.environ['WASL_TOKEN']}",`);
  return [
    'import os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    os.environ["WASL_URL"] + ${JSON.stringify(address)},`,
    `    method="${method}",`,
    ...(entries.length === 0 ? [] : ['    headers={', ...entries, '    },']),
    ...(body === null ? [] : [`    data=${JSON.stringify(body)}.encode(),`]),
    ...(file === null ? [] : [`    data=open("${file}", "rb").read(),`]),
    ')',
    'with urllib.request.urlopen(request, timeout=30) as answer:',
    '    print(answer.status, answer.read().decode())',
  ].join('\n');
}
