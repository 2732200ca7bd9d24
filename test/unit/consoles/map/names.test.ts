import { expect } from 'chai';
import { initialsOf } from '../../../../consoles/shared/map/initials.ts';
import { labelPoint } from '../../../../consoles/shared/map/label-point.ts';
import { LabelRoom } from '../../../../consoles/shared/map/label-room.ts';

describe('names on the map', () => {
  it('become initials where they do not fit', () => {
    expect(initialsOf('Yousef Rahman')).to.equal('YR');
    expect(initialsOf('khalid bin hamad Al-Naimi')).to.equal('KN');
    expect(initialsOf(' Anil ')).to.equal('A');
    expect(initialsOf('')).to.equal('');
    expect(initialsOf('Priya Al Mansoori (city)')).to.equal('PM');
    // Apart, for joined they would be a word; and without the article.
    expect(initialsOf('محمد المري')).to.equal('م م');
  });

  it('are placed where the map is still empty', () => {
    const room = new LabelRoom();
    expect(room.isFree(100, 100, 80, 14)).to.equal(true);
    room.take(100, 100, 80, 14);
    expect(room.isFree(150, 105, 80, 14), 'half of it is taken').to.equal(false);
    expect(room.isFree(181, 100, 80, 14), 'beside it').to.equal(true);
    expect(room.isFree(100, 115, 80, 14), 'below it').to.equal(true);
    expect(room.isFree(-30, -30, 40, 14), 'beyond the edge').to.equal(true);
    room.clear();
    expect(room.isFree(100, 100, 80, 14)).to.equal(true);
  });

  it('appear once on a zone, inside its largest part and well away from its outline', () => {
    const bay = [
      [0, 0],
      [10, 0],
      [10, 10],
      [8, 10],
      [8, 2],
      [2, 2],
      [2, 10],
      [0, 10],
      [0, 0],
    ];
    const [x = 0, y = 0] = labelPoint({ type: 'Polygon', coordinates: [bay] });
    expect(x < 2 || x > 8 || y < 2, `${x}, ${y} lies in the bay`).to.equal(true);
    const islet = [
      [50, 50],
      [51, 50],
      [51, 51],
      [50, 50],
    ];
    const [east = 0] = labelPoint({ type: 'MultiPolygon', coordinates: [[islet], [bay]] });
    expect(east).to.be.below(11);
  });
});
