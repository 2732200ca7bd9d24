/** How often a timer of one millisecond rang while the work ran. Work that blocks the event loop lets it ring hardly ever. */
export async function ticksDuring(work: Promise<unknown>): Promise<number> {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 1);
  try {
    await work;
  } finally {
    clearInterval(timer);
  }
  return ticks;
}

/** Turns of the event loop until the work had ended: few if it waits for nothing, however slow the machine is. */
export async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let over = false;
  const ended = work.finally(() => {
    over = true;
  });
  while (!over) {
    await new Promise(setImmediate);
    turns += 1;
  }
  await ended;
  return turns;
}
