import type { components } from '../../../../server/kernel/http/api-types.ts';
import { useShop } from '../../parts/shop-context.tsx';
import { dimensionsOf } from './variant-choices.ts';

type Product = components['schemas']['Product'];
type Variant = components['schemas']['Variant'];

/** A product's choices, option by option; each choice is an address. */
export function Variants({ product, chosen }: { product: Product; chosen: Variant }) {
  const { t } = useShop();
  const { variants } = product;
  if (variants.length < 2) return null;
  const dimensions = dimensionsOf(variants, chosen);
  if (dimensions === null) {
    return (
      <ChoiceList label={t('chooseVariant')} value={calledBy(chosen)}>
        {variants.map((variant) => (
          <ChoiceLink
            key={variant.id}
            label={calledBy(variant)}
            variant={variant}
            isChosen={variant === chosen}
            isAvailable={variant.available > 0}
          />
        ))}
      </ChoiceList>
    );
  }
  return dimensions.map(({ name, label, choices }) => (
    <ChoiceList key={name} label={label} value={choices.find(({ isChosen }) => isChosen)?.label ?? ''}>
      {choices.map((choice) => (
        <ChoiceLink key={choice.variant.id} {...choice} hasPrice={dimensions.length === 1} />
      ))}
    </ChoiceList>
  ));
}

function ChoiceList({ label, value, children }: { label: string; value: string; children: React.ReactNode }) {
  return (
    <nav className="variants" aria-label={label}>
      <p>
        <bdi className="option-name">{label}</bdi>:{' '}
        <strong>
          <bdi>{value}</bdi>
        </strong>
      </p>
      <ul>{children}</ul>
    </nav>
  );
}

function ChoiceLink({
  label,
  variant: { id, bestOffer },
  isChosen,
  isAvailable,
  hasPrice = false,
}: {
  label: string;
  variant: Variant;
  isChosen: boolean;
  isAvailable: boolean;
  hasPrice?: boolean;
}) {
  const { t, to, path, search, format } = useShop();
  // The preview's key grants access to all of its variants.
  const key = new URLSearchParams(search).get('key');
  const query = new URLSearchParams({ ...(key === null ? {} : { key }), variant: id });
  return (
    <li>
      <a
        href={`${to(path)}?${query}`}
        aria-current={isChosen ? 'true' : undefined}
        className={isAvailable ? undefined : 'gone'}
        rel="nofollow"
        data-swap
      >
        <bdi>{label}</bdi>
        {!isAvailable ? (
          <span className="muted">{t('soldOut')}</span>
        ) : hasPrice && bestOffer !== null ? (
          <bdi className="muted digits">{format.money(bestOffer.price.amount)}</bdi>
        ) : null}
      </a>
    </li>
  );
}

/** "1 kg, dark" from its options; its name if it has none. */
function calledBy({ name, optionTexts }: Variant): string {
  const values = Object.values(optionTexts).map(({ value }) => value);
  return values.length === 0 ? name : values.join(' · ');
}
