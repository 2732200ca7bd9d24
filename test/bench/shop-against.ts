import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { CommandError } from '../../scripts/shared/command-error.ts';
import { startApis } from './api-processes.ts';
import { BenchChild } from './child.ts';
import { serviceEnvironment, startDurableServices } from './durable-services.ts';
import { fillShop } from './fill-shop.ts';
import { type Figures, inTurns, type Side, shown } from './growth-windows.ts';
import { type Line, printReport, tellProgress } from './report.ts';
import type { FlowOrder, FlowTally } from './shop-flow-load.ts';
import {
  FLOW_NAMES,
  type FlowName,
  filledIn,
  pointedAt,
  readShopFlows,
  type ShopFlows,
} from './shop-flows.ts';
import { Visitors } from './shop-visitor.ts';

export const OWN_FLOWS = join(projectRoot, 'test', 'bench', 'shops', 'wasl.json');

export interface AgainstTerms {
  baseUrl: string;
  /** File that describes the other shop's paths. */
  file: string;
  seconds: number;
  connections: number;
  /** Of our own shop. */
  variants: number;
}

const ROUNDS = 2;

/** Our shop and another one in turns, each with the same number of visitors. */
export async function benchAgainst({ baseUrl, file, ...terms }: AgainstTerms): Promise<void> {
  const theirs = await findValues(baseUrl, readShopFlows(file));
  const services = await startDurableServices();
  try {
    await fillShop(services.databaseUrl, 0, terms.variants);
    const [api] = await startApis(serviceEnvironment(services), 1);
    if (api === undefined) throw new Error('no API process');
    const load = new BenchChild('shop-flow-load.ts');
    try {
      const ours = await findValues(api.url, readShopFlows(OWN_FLOWS));
      const lines: Line[] = [];
      for (const name of FLOW_NAMES) {
        const [own, other] = [ours.flows[name], theirs.flows[name]];
        if (own === undefined || other === undefined) continue;
        const bytes = { ours: 0, theirs: 0 };
        const side = (which: keyof typeof bytes, url: string, steps: FlowOrder['steps']): Side => ({
          run: async (seconds) => {
            const order = { baseUrl: url, steps, together: name === 'cart', seconds };
            const tally = await load.ask<FlowTally>(
              { ...order, connections: terms.connections } satisfies FlowOrder,
              (seconds + 60) * 1_000,
            );
            bytes[which] = tally.bytes / Math.max(1, tally.count);
            return tally;
          },
          processes: [],
        });
        const found = await inTurns(
          { ours: side('ours', api.url, own), theirs: side('theirs', baseUrl, other) },
          { seconds: terms.seconds / ROUNDS, rounds: ROUNDS },
        );
        const line = lineOf(name, theirs.name, found, bytes);
        tellProgress(line);
        lines.push(line);
      }
      const note = `${terms.connections} visitors; ${ours.name} on this machine with ${shown(terms.variants)} variants; ${theirs.name} at ${baseUrl}, way and server included`;
      printReport([services.description, note], lines);
      if (lines.some(({ ok }) => ok === false)) process.exitCode = 1;
    } finally {
      await Promise.all([load.end(), api.end()]);
    }
  } finally {
    await services.stop();
  }
}

/** Looks up the values that the paths need. Throws a CommandError of one line. */
async function findValues(baseUrl: string, shop: ShopFlows): Promise<ShopFlows> {
  const visitors = new Visitors(baseUrl, 1);
  const values: Record<string, string> = {};
  const get = async (path: string) => {
    try {
      const { status, body } = await visitors.ask({ method: 'GET', path: filledIn(path, values) }, {});
      if (status === 200) return body.toString();
      throw new CommandError(`${baseUrl}${path} answers ${status}.`);
    } catch (error) {
      if (error instanceof CommandError) throw error;
      throw new CommandError(
        `${baseUrl} does not answer: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  };
  try {
    if (shop.find.length === 0) await get(firstPath(shop));
    for (const { name, path, pointer } of shop.find) {
      const value = pointedAt(readJson(await get(path)), pointer);
      if (typeof value !== 'string' && typeof value !== 'number')
        throw new CommandError(`${baseUrl}${filledIn(path, values)} has nothing at ${pointer}.`);
      values[name] = String(value);
    }
    return { ...shop, flows: filledIn(shop.flows, values) };
  } finally {
    visitors.close();
  }
}

function firstPath({ flows }: ShopFlows): string {
  const steps = FLOW_NAMES.flatMap((name) => flows[name] ?? []);
  return steps.find(({ method }) => method === 'GET')?.path ?? '/';
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const FLOWS: Readonly<Record<FlowName, string>> = {
  browse: 'browse lists',
  search: 'search',
  product: 'open a product',
  cart: 'fill a cart and read it',
};

function lineOf(
  name: FlowName,
  other: string,
  { ours, theirs }: Record<'ours' | 'theirs', Figures>,
  bytes: { ours: number; theirs: number },
): Line {
  const of = (figures: Figures, size: number) =>
    `${shown(figures.rate)}/s, p50 ${shown(figures.p50)}, p99 ${shown(figures.p99)} ms, ${shown(size / 1_000)} kB`;
  const failed = [...ours.failed, ...theirs.failed];
  const failure = failed.length === 0 ? '' : `; ${failed.length} FAILED: ${failed[0]}`;
  return {
    what: FLOWS[name],
    bar: '',
    value: `${of(ours, bytes.ours)}; ${other} ${of(theirs, bytes.theirs)}; ${(ours.rate / theirs.rate).toFixed(2)}x${failure}`,
    ok: failed.length === 0 ? null : false,
  };
}
