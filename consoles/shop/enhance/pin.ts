/** Buttons for a pin on the map; the map is loaded when one is pressed. */
export function enhancePins(): void {
  for (const pin of document.querySelectorAll<HTMLElement>('[data-pin]')) pin.hidden = false;
  document.addEventListener('click', async (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    const pin = button?.closest<HTMLElement>('[data-pin]');
    if (button === null || pin == null) return;
    const say = (text: string | undefined) => {
      const said = pin.querySelector('[data-pin-said]');
      if (said !== null) said.textContent = text ?? '';
    };
    if (button.hasAttribute('data-pin-remove')) {
      for (const field of pin.querySelectorAll<HTMLInputElement>('input')) field.value = '';
      button.hidden = true;
      say('');
      return;
    }
    if (!button.hasAttribute('data-pin-open')) return;
    button.hidden = true;
    try {
      const { openPinMap } = await import('./pin-map.ts');
      if (!(await openPinMap(pin, say))) throw new Error('no WebGL');
      if (pin.querySelector<HTMLInputElement>('input')?.value === '') say(pin.dataset.hint);
    } catch {
      say(pin.dataset.failed);
      const map = pin.querySelector<HTMLElement>('[data-pin-map]');
      if (map !== null) map.hidden = true;
    }
  });
}
