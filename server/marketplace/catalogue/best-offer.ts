/**
 * Sort order of offers of one variant or product, best first: available now; lowest price; earliest promise (most
 * working days of the seller's fastest method); best standing (share of orders accepted in time); lowest id. `o` is a
 * row of the view `shopper_offers`, which computes these values.
 */
export const BEST_OFFER_FIRST = '(o.available > 0) DESC, o.price, o.promised_days, o.standing DESC, o.id';
