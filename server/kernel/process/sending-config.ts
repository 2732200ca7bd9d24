import path from 'node:path';
import { z } from 'zod';
import { projectRoot } from '../../../db/root.ts';

/** `no-reply@example.qa`, optionally with a name: `Wasl <no-reply@example.qa>`. */
const SENDER = /^(?:([^<>"\r\n]{1,100}?)\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/;

const seconds = (min: number, max: number, fallback: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

/** Environment variables for outgoing messages. */
export const sendingKeys = {
  EMAIL_DRIVER: z
    .enum(['none', 'smtp'])
    .default('none')
    .describe('How e-mail is sent: none keeps all messages queued, smtp uses a mail server'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'Mail server: smtp://user:password@mail.example.qa:587, or smtps:// for TLS from the first byte; percent-encode special characters',
    ),
  SMTP_REQUIRE_TLS: z
    .enum(['0', '1', 'true', 'false', ''])
    .default('1')
    .transform((value) => value === '1' || value === 'true')
    .describe('1: send only over encrypted connections, except to loopback'),
  EMAIL_FROM: z
    .string()
    .regex(SENDER, 'must be an e-mail address, or a name and an address in <>')
    .optional()
    .describe('Sender of all e-mails, e.g. Wasl <no-reply@example.qa>'),
  DKIM_KEY_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('PEM private key for signing e-mails (DKIM); without one they are not signed'),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{0,62}$/i)
    .default('wasl')
    .describe("Selector of the DKIM key's DNS record: <selector>._domainkey.<domain of EMAIL_FROM>"),
  SMS_DRIVER: z
    .enum(['none', 'http'])
    .default('none')
    .describe('How SMS are sent: none keeps all messages queued, http uses a gateway'),
  SMS_HTTP_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address of the SMS gateway for POST requests (docs/sending.md)'),
  SMS_HTTP_SECRET: z.string().min(24).optional().describe('Key for signing requests to the SMS gateway'),
  SMS_SENDER: z
    .string()
    .regex(/^[A-Za-z0-9 +]{1,15}$/)
    .default('Wasl')
    .describe('Sender name requested from the SMS gateway'),
  SENDING_PARALLEL: seconds(1, 50, 1).describe(
    'Messages per channel that a worker sends concurrently; as many may be sent twice if it is killed',
  ),
  SENDING_TIMEOUT_SECONDS: seconds(1, 300, 30).describe('How long a provider may take to accept a message'),
  SENDING_RETRY_SECONDS: seconds(1, 3_600, 30).describe(
    'Pause before the second attempt; it doubles each time, up to two hours, with at most twelve attempts',
  ),
};

const keys = z.object(sendingKeys);
type Keys = z.infer<typeof keys>;

export interface SmtpSettings {
  host: string;
  port: number;
  /** TLS from the first byte. */
  secure: boolean;
  requireTls: boolean;
  auth: { user: string; pass: string } | null;
  from: { name: string; address: string };
  dkim: { keyFile: string; selector: string; domain: string } | null;
}

export interface SmsGatewaySettings {
  url: string;
  secret: string;
  sender: string;
}

/** The channels' drivers and retry settings. Null: the channel's messages stay queued. */
export interface SendingSettings {
  email: SmtpSettings | null;
  sms: SmsGatewaySettings | null;
  /** Messages of a channel sent concurrently. */
  parallel: number;
  timeoutMs: number;
  /** Before the second attempt. */
  firstPauseMs: number;
}

/** Settings missing for the chosen drivers. */
export function errorsOfSending(environment: NodeJS.ProcessEnv): string[] {
  const needed = [
    ...(environment.EMAIL_DRIVER === 'smtp' ? ['SMTP_URL', 'EMAIL_FROM'] : []).map((key) => ({
      key,
      when: 'EMAIL_DRIVER is smtp',
    })),
    ...(environment.SMS_DRIVER === 'http' ? ['SMS_HTTP_URL', 'SMS_HTTP_SECRET'] : []).map((key) => ({
      key,
      when: 'SMS_DRIVER is http',
    })),
  ];
  return needed
    .filter(({ key }) => environment[key] === undefined)
    .map(({ key, when }) => `${key}: is required when ${when}`);
}

export function sendingSettings(env: Keys): SendingSettings {
  return {
    email: env.EMAIL_DRIVER === 'smtp' ? smtpSettings(env) : null,
    sms:
      env.SMS_DRIVER === 'http'
        ? { url: env.SMS_HTTP_URL ?? '', secret: env.SMS_HTTP_SECRET ?? '', sender: env.SMS_SENDER }
        : null,
    parallel: env.SENDING_PARALLEL,
    timeoutMs: env.SENDING_TIMEOUT_SECONDS * 1_000,
    firstPauseMs: env.SENDING_RETRY_SECONDS * 1_000,
  };
}

function smtpSettings(env: Keys): SmtpSettings {
  const url = new URL(env.SMTP_URL ?? '');
  const secure = url.protocol === 'smtps:';
  const [, name = 'Wasl', named, bare = ''] = SENDER.exec(env.EMAIL_FROM ?? '') ?? [];
  const address = named ?? bare;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTls: env.SMTP_REQUIRE_TLS && !isLoopback(host),
    auth:
      url.username === ''
        ? null
        : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    from: { name, address },
    dkim:
      env.DKIM_KEY_FILE === undefined
        ? null
        : { keyFile: path.resolve(projectRoot, env.DKIM_KEY_FILE), selector: env.DKIM_SELECTOR, domain },
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
