import { generate } from 'otplib';
import { pause } from '../shared/waiting.ts';
import { type Person, Refused } from './person.ts';

const TIME_STEP = 30_000;

export interface AdminSignIn {
  email: string;
  password: string;
  /** The base32 key that authenticator codes are computed from. */
  authenticatorKey: string;
}

/**
 * Signs in an administrator, who passes the second factor again when asked. A code works once: if the present one has
 * just been used, waits for the next.
 */
export async function signInAdmin(
  admin: Person,
  { email, password, authenticatorKey }: AdminSignIn,
  onWait: () => void,
): Promise<Awaited<ReturnType<Person['signIn']>>> {
  const withCode = async <T>(work: (code: string) => Promise<T>): Promise<T> => {
    const code = () => generate({ secret: authenticatorKey });
    try {
      return await work(await code());
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'auth.MFA_TOKEN_INVALID') throw error;
      onWait();
      await pause(TIME_STEP - (Date.now() % TIME_STEP) + 200);
      return work(await code());
    }
  };
  admin.stepsUpBy(() =>
    withCode((code) => admin.ok('step up', admin.api.POST('/auth/mfa/step-up', { body: { code } }))),
  );
  return withCode((code) => admin.signIn(email, password, code));
}
