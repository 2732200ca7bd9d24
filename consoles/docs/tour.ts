/** Twelve steps or so take two minutes. */
const STEP_MS = 9_000;

/** Lets the tour be gone through by keys, and play by itself when somebody wants that. */
export function runTour(tour: HTMLElement): void {
  const steps = [...tour.children].filter((child) => child instanceof HTMLElement);
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="#step-"]')];
  const button = document.querySelector<HTMLButtonElement>('[data-play]');
  const forwards = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  let at = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  const go = (to: number) => {
    const step = steps[Math.min(Math.max(to, 0), steps.length - 1)];
    const behavior = still.matches ? 'instant' : 'smooth';
    step?.scrollIntoView({ behavior, inline: 'start', block: 'nearest' });
  };
  const pause = () => {
    clearInterval(timer);
    timer = undefined;
    name();
  };
  const [play = '', stop = ''] = [button?.textContent ?? '', button?.dataset.pause ?? ''];
  const name = () => {
    if (button !== null) button.textContent = timer === undefined ? play : stop;
  };
  const begin = () => {
    if (at === steps.length - 1) go(0);
    timer = setInterval(() => (at === steps.length - 1 ? pause() : go(at + 1)), STEP_MS);
    name();
  };

  const watch = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) at = steps.indexOf(target as HTMLElement);
      for (const link of links) {
        if (link.hash === `#step-${at + 1}`) link.setAttribute('aria-current', 'step');
        else link.removeAttribute('aria-current');
      }
    },
    { root: tour, threshold: 0.6 },
  );
  for (const step of steps) watch.observe(step);
  for (const link of links)
    link.addEventListener('click', (event) => {
      event.preventDefault();
      pause();
      go(Number(link.hash.slice('#step-'.length)) - 1);
    });
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (target instanceof HTMLElement && target.closest('input') !== null) return;
    const places: Readonly<Record<string, number>> = {
      ...{ ArrowLeft: at - 1, ArrowRight: at - 1, Home: 0, End: steps.length - 1 },
      [forwards]: at + 1,
    };
    const to = places[key];
    if (to === undefined) return;
    event.preventDefault();
    pause();
    go(to);
  });
  tour.addEventListener('wheel', pause, { passive: true });
  tour.addEventListener('pointerdown', pause);
  button?.addEventListener('click', () => (timer === undefined ? begin() : pause()));
}
