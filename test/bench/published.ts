// What others publish about themselves. None of it was measured again, and none of it on this machine: it says in which
// range a value lies, not who is faster on the same hardware.

export interface Published {
  title: string;
  unit: string;
  better: 'more' | 'less';
  /** What is measured here for it. */
  ours: string;
  others: readonly { who: string; value: number; note: string }[];
}

export const PUBLISHED = {
  orders: {
    title: 'Orders',
    unit: 'a second',
    better: 'more',
    ours: 'cart to placed order in five requests, one API process',
    others: [
      {
        who: 'TigerFans',
        value: 977,
        note: 'ticket reservations, Python with TigerBeetle; renerocks.ai, 2025',
      },
      { who: 'Shopify', value: 667, note: 'the whole platform, Black Friday 2025, an average of a minute' },
      { who: 'Crystallize', value: 285, note: 'SaaS, its own test; crystallize.com' },
      { who: 'Shopware 6', value: 1.4, note: 'a cluster with 160 million orders; 8mylez.com, 2025' },
    ],
  },
  carts: {
    title: 'Additions to a cart',
    unit: 'a second',
    better: 'more',
    ours: 'each followed by a read, one API process',
    others: [{ who: 'Vendure', value: 30, note: 'one core a process; vendure #1895, 2022' }],
  },
  script: {
    title: 'Script of a page',
    unit: 'kB, compressed',
    better: 'less',
    ours: 'the home page in Arabic',
    others: [
      { who: 'Next 16', value: 142.4, note: 'a counter page; resuma-docs.fly.dev' },
      { who: 'React 19', value: 58, note: 'the same page, alone' },
      { who: 'SvelteKit', value: 27.7, note: 'the same page' },
      { who: 'HTMX', value: 16.2, note: 'the same page' },
    ],
  },
  weight: {
    title: 'Weight of a home page',
    unit: 'kB',
    better: 'less',
    ours: 'in Arabic, on a phone, without pictures of products',
    others: [{ who: 'median of the web', value: 2_559, note: 'mobile, with pictures; Web Almanac 2025' }],
  },
} as const satisfies Readonly<Record<string, Published>>;

export type PublishedName = keyof typeof PUBLISHED;
