import type { Person } from '../../people/person.ts';

/** How the verdict looks at the service after the day: through the same people, and nothing else. */
export interface CityReader {
  admin: Person;
  dispatchers: readonly Person[];
  /** By ClientRecord.id: everybody who took part. */
  person(clientId: string): Person | undefined;
}
