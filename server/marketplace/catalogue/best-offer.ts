/**
 * The order of offers of one variant or product, the best first: what can be bought now; the lowest price; the
 * earliest promise (working days at most of the seller's quickest method); the better standing (the share of orders
 * the seller accepted in time); the lower id. `o` is a row of the view `shopper_offers`, which says what each of
 * them is.
 */
export const BEST_OFFER_FIRST = '(o.available > 0) DESC, o.price, o.promised_days, o.standing DESC, o.id';
