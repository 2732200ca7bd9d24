let context: AudioContext | null = null;

/**
 * Two soft tones; for critical alerts three, higher and shorter. Silent until the page has been touched, as browsers
 * require.
 */
export function playChime(urgent: boolean): void {
  context ??= new AudioContext();
  const speaker = context;
  void speaker.resume().then(() => {
    const tones = urgent ? [880, 988, 1175] : [659, 784];
    tones.forEach((frequency, index) => {
      const begin = speaker.currentTime + index * (urgent ? 0.12 : 0.18);
      const tone = speaker.createOscillator();
      const volume = speaker.createGain();
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(0, begin);
      volume.gain.linearRampToValueAtTime(0.18, begin + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.35);
      tone.connect(volume).connect(speaker.destination);
      tone.start(begin);
      tone.stop(begin + 0.4);
    });
  });
}
