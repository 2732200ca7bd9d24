// Runs in the network of a tried server: lets the tests, which are outside, in. Each door is a Unix socket, which is seen
// from both sides; what connects to it is connected to a port of the server, from an address that the door's name says.
import { mkdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';

const [folder, ...doors] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
for (const door of doors) {
  const [localAddress, port] = door.split('_');
  const file = `${folder}/${door}`;
  rmSync(file, { force: true });
  const server = createServer((outside) => {
    const inside = connect({ host: '127.0.0.1', port: Number(port), localAddress });
    for (const [from, to] of [
      [outside, inside],
      [inside, outside],
    ]) {
      from.on('error', () => to.destroy());
      // What is on its way still arrives.
      from.on('close', () => to.end());
    }
    outside.pipe(inside).pipe(outside);
  });
  server.listen(file);
}
process.stdout.write('open\n');
