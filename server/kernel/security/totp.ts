import { generateSecret, generateURI, verify } from 'otplib';

const PERIOD = 30;
const CODE = /^\d{6}$/;

/** 160 random bits in base32. */
export function newTotpSecret(): string {
  return generateSecret({ length: 20 });
}

/** What an authenticator app reads from the QR code. */
export function totpUri(secret: string, email: string): string {
  return generateURI({ issuer: 'Wasl', label: email, secret, period: PERIOD });
}

/** Loads what draws it with the first one: few people enrol a factor, and every process starts without. */
export async function totpQr(uri: string): Promise<string> {
  const { default: QRCode } = await import('qrcode');
  return QRCode.toString(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
}

export function looksLikeTotp(code: string): boolean {
  return CODE.test(code);
}

/**
 * The time step a code belongs to, or null when it belongs to none near now: one step of clock drift is forgiven
 * either way. The caller must refuse a step that is not newer than the last one accepted.
 */
export async function totpStep(secret: string, code: string): Promise<number | null> {
  if (!looksLikeTotp(code)) return null;
  const result = await verify({ secret, token: code, period: PERIOD, epochTolerance: PERIOD });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
