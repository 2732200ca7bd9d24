import type { components } from '../../../server/kernel/http/api-types.ts';
import { useShop } from './shop-context.tsx';
import { SITE_NAME } from './site-name.ts';

/** Size of the shop's own picture. */
const OWN = { width: 1200, height: 630 };

/** The picture apps show beside a link to the page: its own, else the shop's. */
export function SocialPicture({
  origin,
  picture,
}: {
  origin: string;
  picture: components['schemas']['ShopperImage'] | null;
}) {
  const { assets, locale } = useShop();
  const shown =
    picture ?? (assets.social === null ? null : { ...OWN, url: assets.social, alt: SITE_NAME[locale] });
  if (shown === null) return null;
  return (
    <>
      <meta property="og:image" content={origin + shown.url} />
      <meta property="og:image:width" content={String(shown.width)} />
      <meta property="og:image:height" content={String(shown.height)} />
      {shown.alt === '' ? null : <meta property="og:image:alt" content={shown.alt} />}
      <meta name="twitter:card" content={picture === null ? 'summary_large_image' : 'summary'} />
    </>
  );
}
