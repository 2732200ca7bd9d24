import { buyAgain } from '../../scripts/demo/buy.ts';
import { type Installation, Stage } from '../../scripts/demo/stage.ts';
import { DEMO_PEOPLE } from '../../server/demo/demo.ts';
import { SILENT } from './story.ts';

/** What the demo's shop has to do when its pictures are taken. */
const OPEN_ORDERS = 5;

/** Places orders by the demo's buyer until so many of the demo shop's orders are open; the two oldest are accepted. */
export async function fillOrderBoard(installation: Installation): Promise<void> {
  const stage = new Stage(installation, SILENT);
  try {
    const [seller, buyer] = [stage.person('Seller'), stage.person('Buyer')];
    await seller.signIn(DEMO_PEOPLE.seller.email, DEMO_PEOPLE.seller.password);
    const board = await seller.ok('read the board', seller.api.GET('/seller/order-board'));
    const missing = OPEN_ORDERS - board.groups.filter(({ endedAt }) => endedAt === null).length;
    if (missing <= 0) return;
    const { data } = await seller.ok('list offers', seller.api.GET('/seller/offers'));
    const offers = data
      .filter(({ active, available }) => active && available > OPEN_ORDERS)
      .slice(0, 2)
      .map(({ id, price }) => ({ offerId: id, price: price.amount }));
    if (offers.length === 0) throw new Error('the demo seller has nothing to sell');
    await buyer.signIn(DEMO_PEOPLE.buyer.email, DEMO_PEOPLE.buyer.password);
    await stage.listen(buyer);
    const placed: string[] = [];
    for (let made = 0; made < missing; made += 1) {
      const order = await buyAgain(stage, { buyer, offers });
      placed.push(order.groups[0]?.id ?? '');
    }
    for (const id of placed.slice(0, 2))
      await seller.ok(
        'accept',
        seller.api.POST('/seller/order-groups/{id}/accept', { params: { path: { id } } }),
      );
  } finally {
    stage.leave();
  }
}
