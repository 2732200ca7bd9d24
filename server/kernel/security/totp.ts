import { generateSecret, generateURI, verify } from 'otplib';

const PERIOD = 30;
const CODE = /^\d{6}$/;

/** 160 random bits in base32. */
export function newTotpSecret(): string {
  return generateSecret({ length: 20 });
}

/** URI that an authenticator app reads from the QR code. */
export function totpUri(secret: string, email: string): string {
  return generateURI({ issuer: 'Wasl', label: email, secret, period: PERIOD });
}

/** Loads the QR library on first use, because few people enrol a factor. */
export async function totpQr(uri: string): Promise<string> {
  const { default: QRCode } = await import('qrcode');
  return QRCode.toString(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
}

export function looksLikeTotp(code: string): boolean {
  return CODE.test(code);
}

/**
 * The time step a code belongs to, or null if it matches none near now: one step of clock drift is tolerated in each
 * direction. The caller must refuse a step that is not newer than the last accepted one.
 */
export async function totpStep(secret: string, code: string): Promise<number | null> {
  if (!looksLikeTotp(code)) return null;
  const result = await verify({ secret, token: code, period: PERIOD, epochTolerance: PERIOD });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
