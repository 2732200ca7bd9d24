import type { BenchApi, BenchProcess } from './api-processes.ts';
import { BenchChild } from './child.ts';
import type { BenchServices } from './durable-services.ts';
import type { Line } from './report.ts';

/** What the parts of the bench share: a shop of a size, and one API process that sells it. */
export interface Shop {
  services: BenchServices;
  environment: Record<string, string>;
  api: BenchApi;
  worker: BenchProcess;
  /** Number of variants on sale. */
  variants: number;
  /** Whether this is the largest size: what does not depend on the size is measured here alone. */
  largest: boolean;
  /** Connections that send requests at the same time. */
  connections: number;
  /** Duration of one measurement. */
  seconds: number;
  /** Number of orders over which the cost of one is averaged. */
  orders: number;
  /** Whether the statements of orders are logged, counted and listed. */
  statements: boolean;
}

/** One part's result in one shop; `lines` receives the results in all of them, the smallest first. */
export interface ShopPart<T> {
  measure(shop: Shop): Promise<T>;
  lines(found: readonly T[]): Line[];
}

export function shownSize(variants: number): string {
  return `${variants.toLocaleString('en')} variants`;
}

/** A child that reads, and one that is Express and nothing else. */
export async function withReaders<T>(
  work: (load: BenchChild, bare: BenchChild, bareUrl: string) => Promise<T>,
): Promise<T> {
  const load = new BenchChild('shop-load.ts');
  const bare = new BenchChild('shop-bare.ts');
  try {
    return await work(load, bare, await bare.next<string>());
  } finally {
    await Promise.all([load.end(), bare.end()]);
  }
}
