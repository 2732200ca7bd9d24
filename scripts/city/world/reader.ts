import type { Person } from '../../people/person.ts';

/** How the final check reads the service after the simulated day: as the people of the city, through the API alone. */
export interface CityReader {
  admin: Person;
  dispatchers: readonly Person[];
  /** By ClientRecord.id: everybody who took part. */
  person(clientId: string): Person | undefined;
}
