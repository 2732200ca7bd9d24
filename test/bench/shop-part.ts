import type { BenchApi } from './api-processes.ts';
import { BenchChild } from './child.ts';
import type { BenchServices } from './durable-services.ts';
import type { Line } from './report.ts';

/** What the parts of the bench share: a shop of a size, and one API process that sells it. */
export interface Shop {
  services: BenchServices;
  environment: Record<string, string>;
  api: BenchApi;
  /** How many are on sale. */
  variants: number;
  /** Connections that ask at the same time. */
  connections: number;
  /** Of one measurement. */
  seconds: number;
}

/** What a part has found in one shop; `lines` is told what it found in all of them, the smallest first. */
export interface ShopPart<T> {
  measure(shop: Shop): Promise<T>;
  lines(found: readonly T[]): Line[];
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
