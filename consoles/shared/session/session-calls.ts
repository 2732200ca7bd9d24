import type { components } from '../../../server/kernel/http/api-types.ts';
import { fetchInTime } from '../api/fetch-in-time.ts';
import { problemOf } from '../api/problem.ts';
import type { SurfaceName } from './session-state.ts';

export type AuthSession = components['schemas']['AuthSession'];

export type Registration = components['schemas']['RegisterRequest'];

/** The calls that carry the session's cookie. They throw ProblemError and NoAnswerError. */
export class SessionCalls {
  readonly #surface: SurfaceName;
  readonly #locale: () => string;

  constructor(surface: SurfaceName, locale: () => string) {
    this.#surface = surface;
    this.#locale = locale;
  }

  login(email: string, password: string): Promise<AuthSession> {
    return this.#post<AuthSession>('login', { body: JSON.stringify({ email, password }) });
  }

  register(person: Registration): Promise<AuthSession> {
    return this.#post<AuthSession>('register', { body: JSON.stringify(person) });
  }

  refresh(): Promise<AuthSession> {
    return this.#post<AuthSession>('refresh', {});
  }

  async logout(token: string): Promise<void> {
    await this.#post('logout', { token });
  }

  async #post<T>(operation: string, { body, token }: { body?: string; token?: string }): Promise<T> {
    const request = new Request(`/api/v1/auth/${operation}`, {
      method: 'POST',
      headers: {
        'X-Wasl-Surface': this.#surface,
        'Accept-Language': this.#locale(),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body }),
    });
    const response = await fetchInTime(request);
    if (!response.ok) throw await problemOf(response);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }
}
