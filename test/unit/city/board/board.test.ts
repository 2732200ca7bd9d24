import { stripVTControlCharacters } from 'node:util';
import { expect } from 'chai';
import sinon from 'sinon';
import { Board } from '../../../../scripts/city/board/board.ts';
import { paint, plain, styled } from '../../../../scripts/city/board/line.ts';
import { pace } from '../../../../scripts/city/board/pace.ts';
import { type Moment, oneLine, screenLines } from '../../../../scripts/city/board/screen-lines.ts';
import { summary } from '../../../../scripts/city/board/summary.ts';
import { bar, count, duration, share, tally } from '../../../../scripts/city/board/words.ts';
import { Figures } from '../../../../scripts/city/record/figures.ts';
import { Logbook } from '../../../../scripts/city/record/logbook.ts';

/** A terminal that stores its screen, as far as the board uses one. */
class Screen {
  readonly isTTY: boolean;
  columns = 100;
  rows = 40;
  readonly written: string[] = [];
  readonly #listeners = new Set<() => void>();
  lines: string[] = [''];
  #row = 0;

  constructor(isTTY: boolean) {
    this.isTTY = isTTY;
  }

  write(text: string): void {
    this.written.push(text);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal escape sequences
    for (const part of text.split(/(\u001b\[[0-9?]*[A-Za-z]|\n|\r)/)) this.#take(part);
  }

  on(_: 'resize', listener: () => void): void {
    this.#listeners.add(listener);
  }

  off(_: 'resize', listener: () => void): void {
    this.#listeners.delete(listener);
  }

  resize(columns: number): void {
    this.columns = columns;
    for (const listener of this.#listeners) listener();
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  /** What is visible, without colours. */
  get picture(): string[] {
    return this.lines.map((line) => stripVTControlCharacters(line));
  }

  #take(part: string): void {
    if (part === '') return;
    const up = part.endsWith('A') ? Number(part.slice(2, -1)) : 0;
    if (part === '\n') this.#row += 1;
    if (up > 0) this.#row -= up;
    if (part === '\u001b[H') this.#row = 0;
    if (part === '\u001b[2J') this.lines = [''];
    if (part === '\u001b[J') this.lines.length = this.#row + 1;
    // Redrawn from the beginning of the line: the old content goes, whether it is overwritten or cleared.
    if ((part === '\u001b[K' || part === '\u001b[J') && this.#atBegin) this.lines[this.#row] = '';
    if (!part.startsWith('\u001b[') && part !== '\n' && part !== '\r') {
      this.lines[this.#row] = this.#atBegin ? part : `${this.lines[this.#row] ?? ''}${part}`;
      this.#atBegin = false;
    }
    if (part === '\n' || part === '\r' || part === '\u001b[H') this.#atBegin = true;
    this.lines[this.#row] ??= '';
  }

  #atBegin = true;
}

function figures(): Figures {
  const shown = new Figures({ rate: 60, orders: 900, minutes: 960 });
  shown.phase = 'PLAYING';
  const dayStart = new Date('2026-02-12T05:00:00.000Z');
  shown.clock = { startedAt: 0, dayStart, now: new Date(dayStart.getTime() + 480 * 60_000) };
  shown.groups.set('IN_TRANSIT', 30).set('DELIVERED', 341).set('REJECTED', 12);
  Object.assign(shown.orders, { placed: 431, notPlaced: 3, ended: 380 });
  Object.assign(shown.delivered, { onTime: 321, late: 20 });
  for (const seconds of [20, 30, 400]) shown.assignmentWait.add(seconds);
  for (const ms of [8, 12, 90]) shown.push.add(ms);
  Object.assign(shown.pings, { sent: 12_331, accepted: 12_000 });
  shown.error('common.UNAVAILABLE');
  Object.assign(shown.sockets, { live: 440, total: 441 });
  shown.cashInTheStreet = '12345.00';
  shown.tell(shown.clock.now, 'a zone was drawn again');
  return shown;
}

const moment: Moment = {
  title: 'Wasl, the city',
  now: Date.UTC(2026, 0, 4, 9),
  elapsed: 65_000,
  pingsPerSecond: 830,
  faults: null,
};
const text = (shown: Figures, at = moment) => screenLines(shown, at).map((line) => paint(line, 200, false));

describe("the city's board", () => {
  it('shows at a glance what a day is judged by', () => {
    const all = text(figures()).join('\n');
    for (const words of [
      'Playing  16:00 in Qatar, 60× time',
      '50.0 %',
      '431 of 900 placed · 380 ended · 3 not placed',
      'on the way 30',
      'delivered 341 · rejected 12',
      '94.1 % of 341 delivered',
      'for a driver p50 30 s, p99 7 min',
      'Push      p50 13 ms, p99 90 ms',
      '12,331 sent, 830 a second',
      '440 of 441 live',
      '12345.00 QAR in the street',
      '1 common.UNAVAILABLE',
      '16:00  a zone was drawn again',
    ])
      expect(all).to.contain(words);
    expect(all).to.not.contain('Faults');
  });

  it('shows faults while there are any', () => {
    const faults = { done: new Map([['API killed', 3]]), now: 'Redis is away' };
    expect(text(figures(), { ...moment, faults })).to.include('Faults    3 API killed  now: Redis is away');
  });

  it('shows the progress of the set-up', () => {
    const shown = new Figures({ rate: 60, orders: 900, minutes: 960 });
    shown.setUp.push({ what: 'Shops', done: 3, total: 3 }, { what: 'Buyers', done: 12, total: 1_200 });
    const lines = text(shown);
    expect(lines).to.include(`Shops   ${'█'.repeat(24)} 3 of 3`);
    expect(lines).to.include(`Buyers  ${'░'.repeat(24)} 12 of 1,200`);
    shown.limitedUntil = new Date(moment.now + 899_000);
    expect(text(shown).join('\n')).to.contain('its budget is spent: on in 15 min');
    shown.limitedUntil = new Date(moment.now - 1);
    expect(text(shown)).to.deep.equal(lines);
  });

  it('shows no number for what is not known yet', () => {
    const shown = new Figures({ rate: 1, orders: 10, minutes: 60 });
    shown.phase = 'PLAYING';
    const all = text(shown).join('\n');
    expect(all).to.contain('– of 0 delivered').and.contain('p50 –, p99 –').and.not.contain('NaN');
  });

  it('shows the same in a line', () => {
    expect(oneLine(figures(), moment)).to.equal(
      'Playing 16:00; 431 of 900 placed, 380 ended; 341 delivered, 94.1 % on time; push p50 13 ms, p99 90 ms; ' +
        '830 pings/s; 12345.00 QAR in the street; errors 1 common.UNAVAILABLE',
    );
    const shown = new Figures({ rate: 60, orders: 900, minutes: 960 });
    shown.setUp.push({ what: 'Shops', done: 3, total: 3 }, { what: 'Buyers', done: 12, total: 1_200 });
    expect(oneLine(shown, moment)).to.equal('Setting up: Buyers, 12 of 1200');
  });

  it('sums the day up, with what was refused and which faults were injected', () => {
    const logbook = new Logbook({
      url: 'http://127.0.0.1:3000',
      seed: 7,
      rate: 60,
      foundedAt: 0,
      dayStart: 0,
      maxAlerts: null,
    });
    logbook.refused('checkout.ITEM_UNAVAILABLE');
    logbook.mishap('a buyer stumbled');
    const faults = { done: new Map([['PostgreSQL restarted', 2]]), now: null };
    const shown = figures();
    const told = () => summary(shown, logbook, { elapsed: 600_000, faults }).join('\n');
    expect(told()).to.contain('limits    met by nobody');
    shown.limit('POST /dispatch/tasks/:id/assign');
    const all = told();
    for (const words of [
      'seed 7, 60× time, 10 min',
      '1 checkout.ITEM_UNAVAILABLE',
      '2 PostgreSQL restarted',
      'a buyer stumbled',
      '1 POST /dispatch/tasks/:id/assign',
    ])
      expect(all).to.contain(words);
  });
});

describe("the day's pace", () => {
  it('is reported as kept up with, or with what took too long and what to do about it', () => {
    const shown = figures();
    expect(pace(shown)).to.equal('the machine kept up');
    for (let count = 0; count < 10; count += 1) shown.answers.add(4_000);
    shown.lateness.add(900);
    const told = pace(shown);
    expect(told).to.contain('did not keep up').and.contain('answers p99').and.contain('timers p99 900 ms');
    expect(told).to.contain('--speed 30').and.not.contain('pushes');
    const real = new Figures({ rate: 1, orders: 1, minutes: 60 });
    real.push.add(5_000);
    expect(pace(real)).to.contain('pushes p99 5.0 s').and.not.contain('--speed');
  });
});

describe("the board's lines", () => {
  it('are cut to the width, wherever in a styled part that is', () => {
    const line = [styled('faint', 'Orders  '), plain('431 of 900')];
    expect(paint(line, 40, false)).to.equal('Orders  431 of 900');
    expect(paint(line, 18, false)).to.equal('Orders  431 of 900');
    expect(paint(line, 12, false)).to.equal('Orders  431…');
    expect(paint(line, 8, false)).to.equal('Orders …');
    expect(paint(line, 1, false)).to.equal('…');
    expect(stripVTControlCharacters(paint(line, 12, true))).to.equal('Orders  431…');
  });

  it('let no foreign text control the terminal', () => {
    expect(paint([plain('a\u001b[2Jb\nc\td')], 40, false)).to.equal('ab c d');
  });

  it('format numbers as people do', () => {
    expect([0, 999, 1_000, 1_234_567].map(count)).to.deep.equal(['0', '999', '1,000', '1,234,567']);
    expect([null, 12.4, 1_500, 45_000, 300_000, 7_500_000].map(duration)).to.deep.equal([
      ...['–', '12 ms', '1.5 s', '45 s', '5 min', '2 h 05'],
    ]);
    expect([share(1, 3), share(0, 0)]).to.deep.equal(['33.3 %', '–']);
    expect([bar(1, 2, 4), bar(9, 3, 4), bar(0, 0, 4)]).to.deep.equal(['██░░', '████', '░░░░']);
    expect(
      tally(
        new Map([
          ['a', 1],
          ['b', 3],
          ['c', 0],
          ['d', 2],
        ]),
        2,
      ),
    ).to.equal('3 b · 2 d · 1 more kinds');
    expect(tally(new Map())).to.equal('none');
  });
});

describe("the board's terminal", () => {
  let clock: sinon.SinonFakeTimers;

  beforeEach(() => {
    clock = sinon.useFakeTimers({ now: 1_000_000 });
  });

  afterEach(() => clock.restore());

  it('is redrawn with one write each time, and left as it was found', () => {
    const terminal = new Screen(true);
    const shown = figures();
    const listeners = process.listenerCount('exit');
    const board = new Board({ figures: shown, title: 'Wasl, the city', terminal });
    board.start();
    const before = terminal.written.length;
    shown.orders.placed = 432;
    clock.tick(250);
    expect(terminal.written).to.have.length(before + 1);
    expect(terminal.picture.filter((line) => line.includes('placed ·'))).to.have.length(1);
    expect(terminal.picture.join('\n')).to.contain('432 of 900 placed');
    board.stop();
    expect(terminal.written.at(-1)).to.equal('\u001b[?25h');
    expect(terminal.listeners).to.equal(0);
    expect(process.listenerCount('exit')).to.equal(listeners);
    const written = terminal.written.length;
    clock.tick(10_000);
    expect(terminal.written).to.have.length(written);
  });

  it('clears lines that are no longer used', () => {
    const terminal = new Screen(true);
    const shown = new Figures({ rate: 60, orders: 9, minutes: 60 });
    for (let index = 0; index < 30; index += 1)
      shown.setUp.push({ what: `Step ${index}`, done: 0, total: 1 });
    const board = new Board({ figures: shown, title: 'Wasl', terminal });
    board.start();
    shown.setUp = [{ what: 'Alone', done: 0, total: 1 }];
    clock.tick(250);
    board.stop();
    expect(terminal.picture.join('\n')).to.contain('Alone').and.not.contain('Step');
  });

  it('never has more lines than fit', () => {
    const terminal = new Screen(true);
    terminal.rows = 8;
    const board = new Board({ figures: figures(), title: 'Wasl', terminal });
    board.start();
    clock.tick(1_000);
    board.stop();
    expect(terminal.lines.length).to.be.at.most(8);
  });

  it('is redrawn when its size changes', () => {
    const terminal = new Screen(true);
    const board = new Board({ figures: figures(), title: 'Wasl', terminal });
    board.start();
    terminal.resize(30);
    expect(Math.max(...terminal.picture.map((line) => line.length))).to.be.at.most(30);
    expect(terminal.picture[0]).to.equal('Wasl');
    board.stop();
  });

  it('keeps messages above the board', () => {
    const terminal = new Screen(true);
    const board = new Board({ figures: figures(), title: 'Wasl', terminal });
    board.start();
    board.say('API 1 runs again.');
    clock.tick(500);
    board.stop();
    expect(terminal.picture.slice(0, 2)).to.deep.equal(['API 1 runs again.', 'Wasl']);
  });

  it('writes a line now and then when it is not a terminal, without control sequences', () => {
    const terminal = new Screen(false);
    const shown = figures();
    const board = new Board({ figures: shown, title: 'Wasl', terminal });
    board.start();
    clock.tick(20_000);
    expect(terminal.written).to.have.length(1);
    shown.orders.placed += 1;
    clock.tick(20_000);
    shown.orders.placed += 1;
    board.stop();
    expect(terminal.written).to.have.length(3);
    expect(terminal.written.join('')).to.not.contain('\u001b');
  });

  it('shows pings per second by what was sent lately', () => {
    const terminal = new Screen(false);
    const shown = figures();
    const board = new Board({ figures: shown, title: 'Wasl', terminal });
    board.start();
    for (let second = 0; second < 10; second += 1) {
      shown.pings.sent += 50;
      clock.tick(1_000);
    }
    board.stop();
    expect(terminal.written.at(-1)).to.contain('50 pings/s');
  });
});
