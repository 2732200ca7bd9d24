// Loaded into a process with --import: its clock is then wrong, as on a machine whose time nobody keeps. WRONG_CLOCK:
// milliseconds that it is ahead, how many more it gains each second, and by how many SIGUSR2 sets it ahead, or back again.
const [ahead = 0, gains = 0, leap = 0] = (process.env.WRONG_CLOCK ?? '').split(',').map(Number);
const right = Date.now;
const began = performance.now();
let leapt = 0;

const now = () => Math.round(right() + ahead + leapt + ((performance.now() - began) / 1_000) * gains);

globalThis.Date = new Proxy(Date, {
  construct: (target, given, maker) => Reflect.construct(target, given.length === 0 ? [now()] : given, maker),
  apply: (target) => String(new target(now())),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
process.on('SIGUSR2', () => {
  leapt = leapt === 0 ? leap : 0;
});
