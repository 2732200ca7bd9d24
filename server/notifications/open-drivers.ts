import type { Clock } from '../../actors/runtime/ports.ts';
import type { Database } from '../../db/database.ts';
import type { QueuedChannel } from '../../db/models/notification-delivery.ts';
import type { Config } from '../kernel/process/config.ts';
import type { ChannelDriver } from './sending/channel-driver.ts';
import type { SenderDependencies } from './sending/channel-sender.ts';

export type ChannelSettings = Pick<Config, 'sending' | 'push'>;

export interface DriverDependencies extends Pick<SenderDependencies, 'log'> {
  config: ChannelSettings & Pick<Config, 'outside'>;
  database: Database;
  clock: Clock;
}

/** Channels for which the configuration names a driver. */
export function channelsOn({ sending: { email, sms }, push }: ChannelSettings): QueuedChannel[] {
  const on: Record<QueuedChannel, boolean> = {
    EMAIL: email !== null,
    SMS: sms !== null,
    PUSH: push.driver !== 'none',
  };
  return (Object.keys(on) as QueuedChannel[]).filter((channel) => on[channel]);
}

/** Opens their drivers. Their modules are loaded only here, so not by processes that send nothing. */
export async function openDrivers(deps: DriverDependencies): Promise<ChannelDriver[]> {
  const { sending, push } = deps.config;
  const drivers: ChannelDriver[] = [];
  if (sending.email !== null) {
    const { SmtpDriver } = await import('./sending/smtp-driver.ts');
    drivers.push(await SmtpDriver.open(sending.email, sending.timeoutMs));
  }
  if (sending.sms !== null) {
    const { SmsHttpDriver } = await import('./sending/sms-http-driver.ts');
    drivers.push(new SmsHttpDriver(sending.sms));
  }
  if (push.driver !== 'none') {
    const { openWebPush } = await import('./push/web-push-driver.ts');
    const driver = openWebPush(deps.config, deps);
    if (driver !== null) drivers.push(driver);
  }
  return drivers;
}
