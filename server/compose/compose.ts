import type { IncomingMessage } from 'node:http';
import proxyAddress from 'proxy-addr';
import type { Relay } from '../../actors/runtime/relay.ts';
import type { TimerRunner } from '../../actors/runtime/timer-runner.ts';
import { EventSchemas } from '../../realtime/event-schema.ts';
import { createGateway, type Gateway } from '../../realtime/gateway.ts';
import { createPusherOnly } from '../../realtime/pusher.ts';
import { RoomAccess } from '../../realtime/room-access.ts';
import { CallerResolver, demoAccounts, refuseDemoAccounts } from '../accounts/accounts.ts';

import { WorkerWatch } from '../dispatch/alerts/alerts.ts';
import { seedZones } from '../dispatch/zones/zones.ts';
import { ApiKeys } from '../integrations/keys/keys.ts';
import { Refusals } from '../kernel/audit/refusals.ts';
import { AddressBudgets } from '../kernel/http/address-budgets.ts';
import { createApi } from '../kernel/http/api.ts';
import { clientAddress } from '../kernel/http/client-address.ts';
import { loadContract } from '../kernel/http/contract.ts';
import { InProcess } from '../kernel/http/in-process.ts';
import { Operations } from '../kernel/http/operations.ts';
import { clientKey, RateLimits } from '../kernel/http/rate-limit.ts';
import { HttpServer } from '../kernel/http/serve.ts';
import { hostsOf, refreshCookieOf, sameOrigin } from '../kernel/http/surface-request.ts';
import { WorkerHeartbeat } from '../kernel/jobs/heartbeat.ts';
import { metricsEndpoint } from '../kernel/metrics/metrics-endpoint.ts';
import { addSocketGauge } from '../kernel/metrics/process-gauges.ts';
import { Closers } from '../kernel/process/closers.ts';
import type { Config } from '../kernel/process/config.ts';
import { createLogger } from '../kernel/process/logger.ts';
import { beginsLikeApiKey } from '../kernel/security/api-keys.ts';
import { AccessTokens } from '../kernel/security/tokens.ts';
import { tracedDelivery } from '../kernel/tracing/traced-delivery.ts';
import { createApp } from './app.ts';
import { type Actors, composeActors } from './compose-actors.ts';
import { type Base, composeBase, type Overrides } from './compose-base.ts';
import { composeLocations } from './compose-locations.ts';
import { framesOf } from './frames-of.ts';
import { composeHandlers } from './handlers.ts';

export interface ApiService {
  url: string;
  deps: Actors['deps'];
  relay: Relay;
  timers: TimerRunner;
  close(): Promise<void>;
}

/**
 * Starts an API process: REST and live connections. Closing moves live clients to other processes, then waits for
 * running requests and their effects; what remains stays in the outbox.
 */
export async function startApi(config: Config, overrides: Overrides = {}): Promise<ApiService> {
  const log = overrides.log ?? createLogger(config.logLevel, 'api');
  const closers = new Closers(log);
  return closers.guard(async () => {
    const base = await composeBase(config, 'api', log, closers, overrides);
    await refuseDemoAccounts(base.database, config);
    const http = new HttpServer(config.drain);
    const callers = new CallerResolver(base.database, base.secrets, {
      tokens: new AccessTokens(config),
      refreshTokenLife: config.refreshTokenLife,
    });
    const keys = new ApiKeys(base.database, base.secrets);
    const limits = new RateLimits(base.redis, base.connections.namespace('shared'), {
      limits: config.limits,
      networks: config.limitNetworks,
      keys: config.keyLimits,
      processes: config.apiProcesses,
      onSpent: base.metrics.spent,
    });
    const gateway = openGateway(base, http, { callers, keys, limits, ...overrides });
    const { deps, relay, timers } = await composeActors(base, gateway.pusher);
    await seedZones(deps);
    if (config.workerWatch) {
      // The alert about a wrong clock is raised by the right time.
      const clock = base.clockWatch.corrected(base.clock, config.clockRate);
      const watch = new WorkerWatch({ ...deps, clock }, log);
      closers.add('watch over the workers', () => watch.close());
    }
    const locations = composeLocations({ ...base, ...deps }, gateway, base.metrics.locations);
    addSocketGauge(base.metrics, () => gateway.io.engine.clientsCount);
    const contract = overrides.contract ?? loadContract(config.openapiFile);
    const trust = proxyAddress.compile(config.trustedProxies);
    const budgets = new AddressBudgets(limits, trust);
    const operations = await Operations.of({
      contract,
      handlers: composeHandlers(deps, locations, {
        leaveSellerRoom: (accountId, sellerId) =>
          gateway.io.in(`account:${accountId}`).socketsLeave(`seller:${sellerId}`),
        disconnectAccount: (accountId) => gateway.sessionsEnded(accountId),
      }),
      validateResponses: config.mode === 'test',
    });
    const refusals = new Refusals(base.database);
    closers.add('refusals to be recorded', () => refusals.finish());
    const api = createApi({
      operations,
      budgets,
      trust,
      secrets: base.secrets,
      resolveCaller: (authorization) => callers.resolve(authorization),
      resolveKey: (key, address) => keys.resolve(key, address),
      noteRefusal: (...refused) => refusals.note(...refused),
      surfaceHosts: hostsOf(config),
      bodyLimit: config.bodyLimit,
      refuse: () => base.clockWatch.refuse(),
    });
    const heartbeat = new WorkerHeartbeat(base.redis, base.connections.namespace('shared'));
    const health = {
      clock: base.clock,
      clockRate: config.clockRate,
      database: base.database,
      redisAnswers: () => base.connections.check(),
      workerAlive: () => heartbeat.alive(),
      clockRight: () => !base.clockWatch.wrong,
    };
    const metrics = metricsEndpoint({ text: () => base.figures.text(), token: config.metricsToken, log });
    const observe = base.metrics.request;
    http.serve(
      createApp({
        ...{ config, contract, api, budgets, health, metrics, observe, log, tracing: base.tracing },
        demoAccounts: demoAccounts(base.database, config),
        ...{ files: base.files, secrets: base.secrets, sessions: callers },
        shop: new InProcess(operations, base.secrets, () => base.clockWatch.refuse()),
      }),
    );
    closers.add('HTTP', () => http.finish());
    closers.add('sockets', () => {
      // First, so that live clients that come back are led to another process.
      http.leave();
      return gateway.leave();
    });
    const url = await http.listen(config.host, config.port);
    log.info({ url }, 'listening');
    return { url, deps, relay, timers, close: () => closers.closeAll() };
  });
}

/** Starts a worker process: timers, sweeps, expiries. It pushes events too, through the same Redis adapter. */
export async function startWorker(
  config: Config,
  overrides: Overrides = {},
): Promise<{ close(): Promise<void> }> {
  const log = overrides.log ?? createLogger(config.logLevel, 'worker');
  const closers = new Closers(log);
  return closers.guard(async () => {
    const base = await composeBase(config, 'worker', log, closers, overrides);
    const live = createPusherOnly(liveOptions(base));
    closers.add('live events', () => live.close());
    // Loaded lazily: importing the queue's library would take a tenth of an API process's start-up.
    const { startJobs } = await import('./start-jobs.ts');
    await startJobs(await composeActors(base, live.pusher), base.connections, closers);
    return { close: () => closers.closeAll() };
  });
}

interface Admission extends Pick<Overrides, 'recheckEvery'> {
  callers: CallerResolver;
  keys: ApiKeys;
  limits: RateLimits;
}

function openGateway(
  base: Base,
  http: HttpServer,
  { callers, keys, limits, recheckEvery }: Admission,
): Gateway {
  const { database, presence, config } = base;
  const trusted = proxyAddress.compile(config.trustedProxies);
  // A handshake counts against its address's rate limit, like any other request.
  const admit = async (request: IncomingMessage) => {
    await limits.spend('browse', clientAddress(request, trusted));
  };
  const access = new RoomAccess(database);
  const gateway = createGateway({
    ...liveOptions(base),
    httpServer: http.server,
    callers: {
      resolveToken: (token, address) =>
        beginsLikeApiKey(token) ? keys.resolveLive(token, address) : callers.resolveToken(token),
    },
    clientAddress: (request) => clientAddress(request, trusted),
    access,
    presence,
    admit,
    mayServe: () => !base.clockWatch.wrong,
    addressOf: (request) => clientKey(clientAddress(request, trusted)),
    pageToken: (request) => refreshCookieOf(request, 'shop'),
    admitsOrigin: (request) => sameOrigin(request, hostsOf(config), trusted),
    ...(recheckEvery === undefined ? {} : { recheckEvery }),
  });
  base.clockWatch.onChange((wrong) => {
    if (wrong) void gateway.sendAway();
  });
  base.closers.add('live connections', () => gateway.close());
  return gateway;
}

function liveOptions(base: Base) {
  const { connections } = base;
  const redis = { pub: connections.open('live', 'publish'), sub: connections.open('live', 'subscribe') };
  // In tests, every event must match the contract.
  const validate = base.config.mode === 'test' ? new EventSchemas().check : undefined;
  const { log, metrics, tracing } = base;
  const frames = framesOf(base, 'live');
  const observe = tracing === null ? metrics.live : tracedDelivery(metrics.live, tracing);
  return { redis, namespace: connections.namespace('live'), frames, log, validate, observe };
}
