const STORED = 'wasl.driver.sound';

/** Offers ring unless the sound was turned off on this phone. */
export function isSoundOn(): boolean {
  return localStorage.getItem(STORED) !== 'off';
}

export function setSound(on: boolean): void {
  localStorage.setItem(STORED, on ? 'on' : 'off');
}
