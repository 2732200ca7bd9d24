import type { Database } from '../../../db/database.ts';
import { HOUR, MINUTE } from '../../kernel/jobs/periods.ts';
import type { ScheduledJob } from '../../kernel/jobs/scheduled-job.ts';
import { catalogueHandlers } from './catalogue-handlers.ts';
import { categoryAdminHandlers } from './category-admin-handlers.ts';
import { purgeCatalogueChanges } from './change-feed.ts';
import { importedProductHandlers } from './imported-product-handlers.ts';
import { productPartHandlers } from './product-part-handlers.ts';
import { purgeSearchWords } from './purge-search-words.ts';
import { sellerCatalogueHandlers } from './seller-catalogue-handlers.ts';
import { computeSellerStandings } from './seller-standing-store.ts';
import { shelfHandlers } from './shelf-handlers.ts';
import { sitemapHandlers } from './sitemap-handlers.ts';

export { fileCategories, fileOffers, fileProducts, fileVariants } from './catalogue-file-store.ts';
export { localizedOptions, OPTION_NAME } from './localized-options.ts';
export { readOffersById, readSellerOffers, type SellerOfferRow } from './offer-store.ts';
export { readVariantCovers } from './product-image-store.ts';
export { filePictures, type PictureOfFile, renderShopperImage } from './product-images.ts';
export { fileTexts } from './product-texts.ts';
export { renderSellerOffer } from './render-seller-catalogue.ts';
export {
  readCategorySlugs,
  readOffersOfFile,
  readProductsOfFile,
  readSkusWithoutZeros,
  readVariantsBySku,
} from './seller-file-store.ts';
export { changeOffers, changesOffer, createOffers } from './seller-offers.ts';
export {
  changeProduct,
  createProducts,
  readSellerProducts,
  type WholeProduct,
} from './seller-products.ts';
export { addVariant, changeVariant, MAX_VARIANTS } from './seller-variants.ts';

type HandlerDependencies = Parameters<typeof catalogueHandlers>[0] &
  Parameters<typeof sellerCatalogueHandlers>[0] &
  Parameters<typeof productPartHandlers>[0] &
  Parameters<typeof importedProductHandlers>[0];

/** Unused words removed from the search vocabulary per run. */
const SEARCH_WORDS_BATCH_SIZE = 2_000;

/** Categories, products, variants, offers, pictures and search. */
export const catalogueSlice = {
  handlers: (deps: HandlerDependencies) => ({
    ...catalogueHandlers(deps),
    ...sellerCatalogueHandlers(deps),
    ...shelfHandlers(deps),
    ...productPartHandlers(deps),
    ...categoryAdminHandlers(deps),
    ...importedProductHandlers(deps),
    ...sitemapHandlers(deps),
  }),
  jobs: ({ database }: { database: Database }): ScheduledJob[] => [
    { name: 'catalogue-changes', every: MINUTE, run: () => purgeCatalogueChanges(database) },
    { name: 'seller-standings', every: HOUR, run: () => computeSellerStandings(database) },
    { name: 'search-words', every: HOUR, run: () => purgeSearchWords(database, SEARCH_WORDS_BATCH_SIZE) },
  ],
};
