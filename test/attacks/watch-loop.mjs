// Loaded by an attacked process before its program: writes how long its event loop was blocked, and its memory.
import { appendFileSync } from 'node:fs';

const LOOK_EVERY_MS = 5;
const WRITE_EVERY_MS = 100;
const file = process.env.WASL_LOOP_FILE;

if (file !== undefined) {
  let last = performance.now();
  let longest = 0;
  setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - LOOK_EVERY_MS);
    last = now;
  }, LOOK_EVERY_MS).unref();
  setInterval(() => {
    appendFileSync(file, `${Date.now()} ${longest.toFixed(1)} ${process.memoryUsage.rss()}\n`);
    longest = 0;
  }, WRITE_EVERY_MS).unref();
}
