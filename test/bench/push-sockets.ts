// A child of `npm run bench -- push`: a dispatcher and some drivers on bare WebSockets, and the age of each event when
// the dispatcher receives it.
import { connectBare } from './bare-socket.ts';
import type { SocketOrder } from './push.ts';

const AT = '"at":"';
const ages: number[] = [];
let others = 0;

process.on('message', (order: SocketOrder) => {
  if (order === 'ages') process.send?.({ ages: ages.splice(0), others });
  else void open(order.port, order.drivers).then(() => process.send?.('open'));
});

async function open(port: number, drivers: readonly string[]): Promise<void> {
  await connectBare(port, 'dispatcher', (text) => {
    const at = text.lastIndexOf(AT) + AT.length;
    if (text.includes('"driver.updated"')) ages.push(Date.now() - Date.parse(text.slice(at, at + 24)));
  });
  for (const driver of drivers) {
    await connectBare(port, driver, () => {
      others += 1;
    });
  }
}
