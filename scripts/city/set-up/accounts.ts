import { createHmac } from 'node:crypto';
import { Refused, type Schema } from '../../people/person.ts';
import type { ClientRole } from '../record/logbook-types.ts';
import { Citizen, type Surroundings } from '../world/citizen.ts';

/** Domain of the e-mail addresses of the city's people; such addresses cannot exist. */
export const CITY_DOMAIN = 'city.wasl.example';

/**
 * Signs the city's people in, or up when they are new. Each seed has people of its own, so a second run on the same
 * installation continues with those of the first. Passwords are derived from the administrator's, so they cannot be
 * guessed.
 */
export class Accounts {
  readonly #around: Surroundings;
  readonly #seed: number;
  readonly #secret: string;
  /** The last account existed already: the next sign-in is tried first, too. */
  #known = false;

  constructor(around: Surroundings, seed: number, secret: string) {
    this.#around = around;
    this.#seed = seed;
    this.#secret = secret;
  }

  emailOf(key: string): string {
    return `${key}.s${this.#seed}@${CITY_DOMAIN}`;
  }

  passwordOf(email: string): string {
    return createHmac('sha256', this.#secret).update(email).digest('base64url').slice(0, 24);
  }

  /** The last account existed already: an earlier run has created all of them. */
  get areKnown(): boolean {
    return this.#known;
  }

  /** An idle person. */
  named(role: ClientRole, key: string, name: string): { citizen: Citizen; password: string } {
    const email = this.emailOf(key);
    return {
      citizen: new Citizen({ id: key, role, email, name }, this.#around),
      password: this.passwordOf(email),
    };
  }

  async enter(
    role: ClientRole,
    key: string,
    name: string,
  ): Promise<{ citizen: Citizen; account: Schema<'Account'>; password: string }> {
    const { citizen, password } = this.named(role, key, name);
    const { account } = await this.#signInOrUp(citizen, password);
    return { citizen, account, password };
  }

  async #signInOrUp({ person, email }: Citizen, password: string): Promise<Schema<'AuthSession'>> {
    const up = async () => {
      const session = await person.register(email, password);
      this.#known = false;
      return session;
    };
    const within = async () => {
      const session = await person.signIn(email, password);
      this.#known = true;
      return session;
    };
    const [first, second] = this.#known ? [within, up] : [up, within];
    try {
      return await first();
    } catch (error) {
      // The account exists already, or does not exist: try the other way.
      if (!(error instanceof Refused) || (error.status !== 409 && error.status !== 401)) throw error;
      return second();
    }
  }
}
