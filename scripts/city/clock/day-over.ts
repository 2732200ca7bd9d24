/** What every wait of the city is rejected with once the day is closed. */
export class DayOver extends Error {
  constructor() {
    super('The day is over.');
    this.name = 'DayOver';
  }
}
