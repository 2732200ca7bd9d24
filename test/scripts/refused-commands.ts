// Run by command-line.test.ts: imports the scripts named as arguments one after the other into this one process, each as
// if it had been started with an unknown option, and prints what each wrote and its exit code as JSON. A process of its
// own for each would load the service again every time, which takes minutes in all.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Refusal {
  code: number;
  output: string;
}

class Exited extends Error {}

const [option = '', ...files] = process.argv.slice(2);
const write = process.stdout.write.bind(process.stdout);
const exit = process.exit.bind(process);
const refusals: Record<string, Refusal> = {};
for (const file of files) refusals[file] = await refusalOf(file);
write(JSON.stringify(refusals), () => exit(0));

async function refusalOf(file: string): Promise<Refusal> {
  const refusal: Refusal = { code: 0, output: '' };
  const record = (chunk: string | Uint8Array): boolean => {
    refusal.output += chunk.toString();
    return true;
  };
  process.argv = [process.execPath, resolve(file), option];
  process.exitCode = undefined;
  process.stdout.write = record as typeof process.stdout.write;
  process.stderr.write = record as typeof process.stderr.write;
  process.exit = (code) => {
    process.exitCode = code ?? 0;
    throw new Exited();
  };
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    if (!(error instanceof Exited)) refusal.output += `${error instanceof Error ? error.stack : error}\n`;
  }
  refusal.code = Number(process.exitCode ?? 0);
  return refusal;
}
