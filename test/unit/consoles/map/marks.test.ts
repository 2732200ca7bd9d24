import { expect } from 'chai';
import { cameraOf, screenX, screenY } from '../../../../consoles/shared/map/camera.ts';
import { Glide, spotOf } from '../../../../consoles/shared/map/glide.ts';
import { MarkBoard } from '../../../../consoles/shared/map/mark-board.ts';
import { type DriverMark, NO_MARKS } from '../../../../consoles/shared/map/marks.ts';
import { PLACES } from '../../../../consoles/shared/map/places.ts';

const DOHA = { lng: 51.53, lat: 25.29 };

const driver = (id: string, longitude: number, latitude: number): DriverMark => ({
  ...{ id, name: id, longitude, latitude, look: 'idle', heading: null, tasks: 0, age: null, dimmed: false },
});

describe('markers on the map', () => {
  it('glide to a new place within a second, and start again from where they are', () => {
    const glide = new Glide();
    const [from, to] = [spotOf(51.53, 25.29), spotOf(51.532, 25.29)];
    glide.moveTo('y', from, 0);
    expect(glide.at('y', 0)).to.deep.equal(from);
    expect(glide.moving(0)).to.equal(false);
    glide.moveTo('y', to, 1_000);
    expect(glide.at('y', 1_500)?.x).to.be.closeTo((from.x + to.x) / 2, 1e-9);
    glide.moveTo('y', from, 1_500);
    expect(glide.at('y', 1_500)?.x).to.be.closeTo((from.x + to.x) / 2, 1e-9);
    expect(glide.moving(2_499)).to.equal(true);
    expect(glide.moving(2_500)).to.equal(false);
    expect(glide.at('y', 2_500)).to.deep.equal(from);
  });

  it('jump when the movement was not seen, and for people who prefer reduced motion', () => {
    const far = new Glide();
    const [doha, khor, near] = [spotOf(51.53, 25.29), spotOf(51.5, 25.68), spotOf(51.531, 25.29)];
    far.moveTo('y', doha, 0);
    far.moveTo('y', khor, 1_000);
    expect(far.at('y', 1_000)).to.deep.equal(khor);
    const still = new Glide(true);
    still.moveTo('y', doha, 0);
    still.moveTo('y', near, 1_000);
    expect(still.at('y', 1_000)).to.deep.equal(near);
    expect(still.moving(1_000)).to.equal(false);
  });

  it('are drawn where the map shows their place', () => {
    const camera = cameraOf(DOHA, 12, 800, 600);
    const middle = spotOf(DOHA.lng, DOHA.lat);
    expect([screenX(camera, middle), screenY(camera, middle)]).to.deep.equal([400, 300]);
    const north = spotOf(DOHA.lng, DOHA.lat + 0.01);
    // A degree of longitude is 512 * 2^12 / 360 pixels; of latitude 1/cos(latitude) as many.
    const perDegree = (512 * 4096) / 360;
    const height = (perDegree * 0.01) / Math.cos((25.295 * Math.PI) / 180);
    expect(screenY(camera, north)).to.be.closeTo(300 - height, 0.05);
  });

  it('are found below a pointer, drivers before what lies below them', () => {
    const board = new MarkBoard();
    const camera = cameraOf(DOHA, 12, 800, 600);
    const task = {
      id: 't',
      longitude: 51.53,
      latitude: 25.29,
      look: 'waiting',
      lateness: 'ok',
      dimmed: false,
    } as const;
    board.set(
      { ...NO_MARKS, tasks: [task], drivers: [driver('y', 51.53, 25.29), driver('far', 51.6, 25.3)] },
      0,
    );
    expect(board.pick(camera, 405, 300, 0)).to.deep.equal({ kind: 'driver', id: 'y' });
    board.set({ ...NO_MARKS, tasks: [task] }, 0);
    expect(board.pick(camera, 405, 300, 0)).to.deep.equal({ kind: 'task', id: 't' });
    expect(board.pick(camera, 450, 300, 0)).to.equal(null);
  });

  it('are clustered where they would overlap, until the user zooms in or selects one', () => {
    const board = new MarkBoard();
    const tasks = ['a', 'b', 'c', 'd', 'e'].map((id, index) => ({
      ...{ id, longitude: 51.53 + index / 100_000, latitude: 25.29, look: 'waiting' as const },
      ...{ lateness: 'ok' as const, dimmed: id === 'e' },
    }));
    board.set({ ...NO_MARKS, tasks }, 0);
    const [far, near] = [cameraOf(DOHA, 10, 800, 600), cameraOf(DOHA, 13, 800, 600)];
    const idsOf = (camera: typeof far) => board.tasksAt(camera).alone.map(({ mark }) => mark.id);
    expect(board.tasksAt(far).clusters.map(({ marks }) => marks.length)).to.deep.equal([4]);
    expect(idsOf(far), 'a filter leaves it out').to.deep.equal(['e']);
    expect(board.clusterAt(far, 402, 300)).to.have.length(4);
    expect(board.clusterAt(far, 460, 300)).to.have.length(0);
    expect(board.tasksAt(far), 'until something changes').to.equal(
      board.tasksAt(cameraOf(DOHA, 10.2, 800, 600)),
    );
    expect(idsOf(near)).to.have.length(5);
    board.selected = { kind: 'task', id: 'a' };
    expect(idsOf(far), 'three are separate').to.have.members(['a', 'b', 'c', 'd', 'e']);
  });

  it('report what has changed: drivers alone leave the rest as it is', () => {
    const board = new MarkBoard();
    const tasks = [
      { id: 't', longitude: 51.5, latitude: 25.3, look: 'waiting', lateness: 'ok', dimmed: false },
    ] as const;
    expect(board.set({ ...NO_MARKS, tasks }, 0)).to.equal(true);
    expect(board.set({ ...NO_MARKS, tasks, drivers: [driver('y', 51.5, 25.3)] }, 0)).to.equal(false);
  });
});

describe('the embedded map', () => {
  it('names places within Qatar in both languages, each once', () => {
    expect(new Set(PLACES.map(({ en }) => en)).size).to.equal(PLACES.length);
    for (const { en, ar, longitude, latitude } of PLACES) {
      expect(ar, en).to.match(/^[\u0621-\u064a ]+$/);
      expect(longitude, en).to.be.within(50.7, 51.7);
      expect(latitude, en).to.be.within(24.4, 26.2);
    }
  });
});
