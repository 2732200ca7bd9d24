const STORED = 'wasl.driver.sound';

/** Offers are heard unless somebody turned that off on this phone. */
export function isSoundOn(): boolean {
  return localStorage.getItem(STORED) !== 'off';
}

export function setSound(on: boolean): void {
  localStorage.setItem(STORED, on ? 'on' : 'off');
}
