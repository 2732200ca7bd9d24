const RING_EVERY_MS = 2_000;
const PATTERN = [250, 120, 250];
/** The two notes: hertz, and seconds of each. */
const NOTES = [880, 1_175];
const NOTE = 0.22;

/** Rings and vibrates for an offer until it is answered. Browsers allow sound only after the page has been touched. */
export class OfferRing {
  readonly #muted: () => boolean;
  #audio: AudioContext | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(muted: () => boolean) {
    this.#muted = muted;
  }

  /** The page was touched: from now on sound is allowed. */
  allow(): void {
    if (!('AudioContext' in window)) return;
    this.#audio ??= new AudioContext();
    void this.#audio.resume();
  }

  start(): void {
    if (this.#timer !== undefined) return;
    this.once();
    this.#timer = setInterval(() => this.once(), RING_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    navigator.vibrate?.(0);
  }

  once(): void {
    if (this.#muted()) return;
    navigator.vibrate?.(PATTERN);
    const audio = this.#audio;
    if (audio === null || audio.state !== 'running') return;
    for (const [index, frequency] of NOTES.entries()) this.#note(audio, frequency, index * (NOTE + 0.06));
  }

  close(): void {
    this.stop();
    void this.#audio?.close();
    this.#audio = null;
  }

  #note(audio: AudioContext, frequency: number, after: number): void {
    const start = audio.currentTime + after;
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.5, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + NOTE);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + NOTE);
  }
}
