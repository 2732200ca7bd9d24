import { generate } from 'otplib';
import type { ApiClient } from '../../support/api-client.ts';
import { PASSWORD } from '../../support/people.ts';

const PERIOD = 30;

/**
 * An authenticator app. A code works once, so each call returns the code of a time step not used yet; the service
 * accepts one step of drift, so two calls within the same half minute both work.
 */
export class Authenticator {
  readonly secret: string;
  #used = 0;

  constructor(secret: string) {
    this.secret = secret;
  }

  next(): Promise<string> {
    const current = Math.floor(Date.now() / 1000 / PERIOD);
    this.#used = Math.max(this.#used + 1, current);
    return generate({ secret: this.secret, epoch: this.#used * PERIOD });
  }

  /** A code that is valid in no time step near the present one. */
  async wrong(): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const near = await Promise.all(
      [-2, -1, 0, 1, 2].map((step) => generate({ secret: this.secret, epoch: now + step * PERIOD })),
    );
    return (
      ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
    );
  }
}

/** Enrols and confirms an authenticator for the account that the client is signed in to. */
export async function enrolAuthenticator(
  client: ApiClient,
  password = PASSWORD,
): Promise<{ authenticator: Authenticator; recoveryCodes: string[] }> {
  const { secret } = await client.post<{ secret: string }>('/auth/mfa/enroll', {
    currentPassword: password,
  });
  const authenticator = new Authenticator(secret);
  const code = await authenticator.next();
  const { recoveryCodes } = await client.post<{ recoveryCodes: string[] }>('/auth/mfa/confirm', { code });
  return { authenticator, recoveryCodes };
}
