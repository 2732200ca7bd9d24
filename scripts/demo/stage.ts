import { randomInt, randomUUID } from 'node:crypto';
import { Wasl } from '../../consoles/shared/client/index.ts';
import { doneWithin } from '../../db/deadline.ts';
import { Person, type Received } from '../people/person.ts';

export interface SignIn {
  email: string;
  password: string;
}

/** What the journey needs to know about an installation: its address, and two people who run it. */
export interface Installation {
  url: string;
  dispatcher: SignIn;
  admin: SignIn & { authenticatorKey: string };
}

/** Receives the journey's steps and events. */
export interface Narrator {
  step(who: string, what: string): void;
  event(received: Received): void;
}

const TIMEOUT_MS = 20_000;

/** The people of one journey, all events their sockets received, and functions that wait for events. */
export class Stage {
  readonly installation: Installation;
  readonly narrator: Narrator;
  readonly heard: Received[] = [];
  /** Makes this journey's e-mails and SKUs unique. */
  readonly tag = randomUUID().slice(0, 8);
  readonly #people: Person[] = [];
  #wake: (() => void)[] = [];

  constructor(installation: Installation, narrator: Narrator) {
    this.installation = installation;
    this.narrator = narrator;
  }

  person(name: string): Person {
    const person = new Person(name, this.installation.url, anyAddress());
    this.#people.push(person);
    return person;
  }

  /** A program with an API key. */
  machine(key: string): Wasl {
    return new Wasl({
      url: this.installation.url,
      token: key,
      headers: { 'X-Forwarded-For': anyAddress() },
    });
  }

  listen(person: Person): Promise<void> {
    return person.listen((received) => {
      this.heard.push(received);
      this.narrator.event(received);
      for (const wake of this.#wake.splice(0)) wake();
    });
  }

  step(who: { name: string }, what: string): void {
    this.narrator.step(who.name, what);
  }

  /** Waits until `who` has received a matching event; events received earlier count, too. */
  hears(
    who: Person,
    event: string,
    fits: (payload: Record<string, unknown>) => boolean = () => true,
  ): Promise<Received> {
    const find = () =>
      this.heard.find((one) => one.who === who.name && one.event === event && fits(one.payload));
    return this.#until(`${who.name} to hear ${event}`, async () => find() ?? null);
  }

  /** Waits until `look` finds something, looking again after each event and at least every half second. */
  until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
    return this.#until(what, look);
  }

  leave(): void {
    for (const person of this.#people) person.leave();
  }

  async #until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      const found = await look();
      if (found !== null) return found;
      if (Date.now() > deadline) throw new Error(`Waited ${TIMEOUT_MS / 1000} s in vain for ${what}`);
      await doneWithin(new Promise<void>((resolve) => this.#wake.push(resolve)), 500);
    }
  }
}

/** Sent as X-Forwarded-For, which a demo installation believes of its own machine. */
function anyAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}
