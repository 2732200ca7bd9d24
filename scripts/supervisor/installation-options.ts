/** What the supervisor has to know of an installation to bring it up. */
export interface InstallationOptions {
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly mode: 'development' | 'production';
  /** Ready-made accounts: only on loopback and never in production. */
  readonly demo: boolean;
  /** API processes behind the one port. */
  readonly processes: number;
  /** Every log line of the two processes, not warnings alone. */
  readonly verbose: boolean;
  /** Set when the person brings services of their own. */
  readonly databaseUrl?: string;
  /** Of the role that migrates, if it is another one than the service's. */
  readonly databaseOwnerUrl?: string;
  readonly redisUrl?: string;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** "http://127.0.0.1:3000"; an address that listens everywhere is reached through loopback. */
export function baseUrl(options: Pick<InstallationOptions, 'host' | 'port'>): string {
  const host = options.host === '0.0.0.0' ? '127.0.0.1' : options.host === '::' ? '::1' : options.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${options.port}`;
}
