import { expect } from 'chai';
import { cameraOf, screenX, screenY } from '../../../../consoles/shared/map/camera.ts';
import { Glide, spotOf } from '../../../../consoles/shared/map/glide.ts';
import { MarkBoard } from '../../../../consoles/shared/map/mark-board.ts';
import { type DriverMark, NO_MARKS } from '../../../../consoles/shared/map/marks.ts';
import { PLACES } from '../../../../consoles/shared/map/places.ts';
import { seaMask } from '../../../../consoles/shared/map/sea-mask.ts';

const DOHA = { lng: 51.53, lat: 25.29 };

const driver = (id: string, longitude: number, latitude: number): DriverMark => ({
  ...{ id, name: id, longitude, latitude, look: 'idle', heading: null, tasks: 0, age: null, dimmed: false },
});

describe('marks on the map', () => {
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

  it('leap where nobody saw a movement, and for those who asked for less of it', () => {
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

  it('stand where the map shows their place', () => {
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

  it('tell what has changed: drivers alone leave the rest as it is', () => {
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

  it('covers everything but the land with the sea', () => {
    const shore = [
      [51, 25],
      [52, 25],
      [52, 26],
      [51, 25],
    ];
    const land = {
      type: 'FeatureCollection' as const,
      features: [
        {
          type: 'Feature' as const,
          properties: {},
          geometry: { type: 'Polygon' as const, coordinates: [shore] },
        },
      ],
    };
    expect(seaMask(land).geometry.coordinates.slice(1)).to.deep.equal([shore]);
  });
});
