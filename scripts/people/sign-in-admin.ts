import { generate } from 'otplib';
import { pause } from '../shared/waiting.ts';
import { type Person, Refused } from './person.ts';

const TIME_STEP = 30_000;

export interface AdminSignIn {
  email: string;
  password: string;
  /** In base32, what authenticator codes are made from. */
  authenticatorKey: string;
}

/** Signs an administrator in. A code works once: when somebody has just used it, waits for the next one. */
export async function signInAdmin(
  admin: Person,
  { email, password, authenticatorKey }: AdminSignIn,
  onWait: () => void,
): Promise<Awaited<ReturnType<Person['signIn']>>> {
  const signIn = async () => admin.signIn(email, password, await generate({ secret: authenticatorKey }));
  try {
    return await signIn();
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'auth.MFA_TOKEN_INVALID') throw error;
    onWait();
    await pause(TIME_STEP - (Date.now() % TIME_STEP) + 200);
    return signIn();
  }
}
