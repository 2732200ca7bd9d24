import { makeAccount, signedIn } from '../support/people.ts';
import { ageRedisMemory, startService, testEnvironment } from '../support/service.ts';
import { AttackedProcess, type Harm } from './attacked-process.ts';
import type { Flood, Target } from './floods.ts';
import { type Experience, shopDuring } from './honest-shoppers.ts';

/** A database with a catalogue and a driver, which the attacked processes serve. */
export interface Ground extends Omit<Target, 'url'> {
  databaseUrl: string;
  close(): Promise<void>;
}

export async function openGround(): Promise<Ground> {
  const service = await startService();
  const { database } = service.inside.deps;
  const offer = await database('shopper_offers').orderBy('id').first('id');
  await database('stock_levels').update({ on_hand: 1_000_000 });
  const { accountId } = await makeAccount(service, ['DRIVER']);
  const driver = await signedIn(service, accountId);
  return {
    ...{ databaseUrl: service.databaseUrl, offerId: offer.id, driverToken: driver.token ?? '' },
    close: () => service.stop(),
  };
}

const NO_LIMITS = {
  ...{ LIMIT_WRITE_PER_MINUTE: '1000000', LIMIT_BROWSE_PER_MINUTE: '1000000' },
  ...{ LIMIT_SIGN_IN_PER_15_MINUTES: '1000000', LIMIT_REGISTRATION_PER_15_MINUTES: '1000000' },
};
/** Milliseconds of quiet shopping before, so that everything is compiled. */
const WARM_UP_MS = 3_000;

/** What a flood does to a process of these sources, and to shoppers who use it meanwhile. */
export async function attackOnce(
  { databaseUrl, offerId, driverToken }: Ground,
  root: string,
  { attack }: Flood,
): Promise<Harm & Experience & { seconds: number }> {
  const environment = testEnvironment(databaseUrl, NO_LIMITS);
  await ageRedisMemory(environment.REDIS_NAMESPACE ?? '');
  const target = await AttackedProcess.start(root, environment);
  try {
    const quiet = () => new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
    await shopDuring(target.url, offerId, quiet);
    let experience: Experience = { requests: 0, failed: 0, longest: 0 };
    let seconds = 0;
    const harm = await target.during(async () => {
      experience = await shopDuring(target.url, offerId, async () => {
        const began = performance.now();
        await attack({ url: target.url, offerId, driverToken });
        seconds = (performance.now() - began) / 1_000;
      });
    });
    return { ...harm, ...experience, seconds };
  } finally {
    await target.kill();
  }
}
