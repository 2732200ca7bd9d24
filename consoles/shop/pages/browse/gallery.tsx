import type { components } from '../../../../server/kernel/http/api-types.ts';
import { Picture } from '../../parts/picture.tsx';
import { useShop } from '../../parts/shop-context.tsx';

/** A product's pictures: thumbnails link to the full picture; with script they replace the first one. */
export function Gallery({ product: { name, images } }: { product: components['schemas']['Product'] }) {
  const { t } = useShop();
  const [first = null] = images;
  return (
    <div className="gallery" data-gallery>
      <Picture image={first} name={name} isSeenAtOnce isMain />
      {images.length < 2 ? null : (
        <ul className="thumbs" aria-label={t('pictures')}>
          {images.map((image, index) => (
            <li key={image.url}>
              <a
                href={image.url}
                aria-label={image.alt || t('pictureOf', { number: String(index + 1), name })}
                aria-current={index === 0 ? 'true' : undefined}
                data-picture={JSON.stringify(image)}
              >
                <Picture image={{ ...image, alt: '' }} name={name} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
