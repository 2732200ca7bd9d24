import { access, constants } from 'node:fs/promises';
import { connect } from 'node:net';
import { error, type Finding, messageOf, ok } from './finding.ts';

const TIMEOUT_MS = 5_000;

/** Whether the mail server greets and the SMS gateway can be reached. Nothing is sent, and no password is shown to them. */
export async function checkSending(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { EMAIL_DRIVER, SMTP_URL, SMS_DRIVER, SMS_HTTP_URL, DKIM_KEY_FILE } = environment;
  const found: Promise<Finding>[] = [];
  if (EMAIL_DRIVER === 'smtp' && SMTP_URL !== undefined) found.push(mail(SMTP_URL));
  if (EMAIL_DRIVER === 'smtp' && DKIM_KEY_FILE) found.push(readable(DKIM_KEY_FILE));
  if (SMS_DRIVER === 'http' && SMS_HTTP_URL !== undefined) found.push(gateway(SMS_HTTP_URL));
  return Promise.all(found);
}

async function mail(address: string): Promise<Finding> {
  const url = new URL(address);
  const isTls = url.protocol === 'smtps:';
  const [host, port] = [url.hostname.replace(/^\[|\]$/g, ''), Number(url.port || (isTls ? 465 : 587))];
  const todo = 'Is the name right, and does the firewall let it pass? See docs/sending.md.';
  try {
    // A server that begins with TLS greets only afterwards.
    const greeting = await reach(host, port, !isTls);
    if (!isTls && !greeting.startsWith('220')) return error(`${host}:${port} is not a mail server`, todo);
    return ok(`the mail server ${host}:${port} answers`);
  } catch (thrown) {
    return error(`the mail server ${host}:${port} does not answer: ${messageOf(thrown)}`, todo);
  }
}

async function gateway(address: string): Promise<Finding> {
  const url = new URL(address);
  const [host, port] = [
    url.hostname.replace(/^\[|\]$/g, ''),
    Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
  ];
  try {
    await reach(host, port, false);
    return ok(`the SMS gateway ${host}:${port} can be reached`);
  } catch (thrown) {
    const todo = 'Is the name right, and does the firewall let it pass? See docs/sending.md.';
    return error(`the SMS gateway ${host}:${port} cannot be reached: ${messageOf(thrown)}`, todo);
  }
}

async function readable(file: string): Promise<Finding> {
  try {
    await access(file, constants.R_OK);
    return ok(`the DKIM key ${file} can be read`);
  } catch (thrown) {
    return error(
      `the DKIM key cannot be read: ${messageOf(thrown)}`,
      'The service needs to read it (chgrp wasl, chmod 640).',
    );
  }
}

/** Connects; resolves to what the server says first, if that is waited for. */
function reach(host: string, port: number, greets: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: TIMEOUT_MS });
    const end = (settle: () => void) => {
      socket.destroy();
      settle();
    };
    socket.once('connect', () => {
      if (!greets) end(() => resolve(''));
    });
    socket.once('data', (data) => end(() => resolve(data.toString('latin1'))));
    socket.once('timeout', () => end(() => reject(new Error(`no answer within ${TIMEOUT_MS / 1_000} s`))));
    socket.once('error', (fault) => end(() => reject(fault)));
    socket.once('end', () => end(() => reject(new Error('it hung up'))));
  });
}
