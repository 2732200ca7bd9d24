import type { OrdersPage, OrderPart as Part } from '../../../../server/storefront/orders-page-models.ts';
import { PhoneNumber } from '../../parts/phone-number.tsx';
import { Picture } from '../../parts/picture.tsx';
import { type Shop, useShop } from '../../parts/shop-context.tsx';
import { hasEnded, isAtTheDoor, isOnTheWay, STEPS, stepsOf } from './order-steps.ts';
import { partWords, promiseOf, timeOf } from './part-words.ts';

type Model = Extract<OrdersPage, { kind: 'order' }>;
type Line = Part['group']['lines'][number];

/** One seller's part: its state, its steps so far, its content, and how to reach the shop. */
export function OrderPart({ part, number, page: { parts, order, at } }: PartProps) {
  const shop = useShop();
  const { t, to, format } = shop;
  const { group } = part;
  const { id, sellerId, sellerName, lines, shipping, totals } = group;
  const { headline, details } = partWords(part, at, shop);
  const tone = toneOf(group.status);
  // A part on its way has an expected time; a failed one has none.
  const isPromised = tone === 'going' && !isOnTheWay(group.status);
  return (
    <section className="panel order-part" id={`part-${id}`} aria-labelledby={`shop-${id}`}>
      <p className="part-of">
        {parts.length > 1 ? (
          <span className="muted">{t('partOf', { number, count: parts.length })}</span>
        ) : null}
      </p>
      <h2 id={`shop-${id}`}>
        <a href={to(`/s/${sellerId}`)}>
          <bdi>{sellerName}</bdi>
        </a>
      </h2>
      <p className={`headline ${tone}`} data-news={`${sellerName}: ${headline}`}>
        {headline}
      </p>
      {details.map((detail) => (
        <p key={detail}>{detail}</p>
      ))}
      {isPromised ? <p>{promiseOf(shipping, shop)}</p> : null}
      {isOnTheWay(group.status) && !isAtTheDoor(group) ? <Whereabouts part={part} at={at} /> : null}
      {tone === 'over' ? null : <Steps part={part} at={at} />}
      <ul className="order-lines" aria-label={t('whatYouOrdered')}>
        {lines.map((line) => (
          <li key={line.id}>
            <OrderLine line={line} />
          </li>
        ))}
      </ul>
      <dl className="amounts">
        <div>
          <dt>
            {t('delivery')}: <bdi>{shipping.name}</bdi>
          </dt>
          <dd className="digits">
            <bdi>{format.money(shipping.price.amount)}</bdi>
          </dd>
        </div>
        <div className="total">
          <dt>{t('orderTotal')}</dt>
          <dd className="digits">
            <bdi>{format.money(totals.total.amount)}</bdi>
          </dd>
        </div>
      </dl>
      <ReachShop phone={part.tracked.sellerPhone} number={order.number} />
      <Events part={part} shop={shop} at={at} />
    </section>
  );
}

interface PartProps {
  part: Part;
  number: number;
  page: Model;
}

function toneOf(status: Part['group']['status']): string {
  if (status === 'DELIVERED') return 'done';
  if (hasEnded(status)) return 'over';
  return ['DELIVERY_FAILED', 'RETURNING'].includes(status) ? 'failed' : 'going';
}

/** The map's content as text. */
function Whereabouts({ part: { tracked, metresAway }, at }: { part: Part; at: string }) {
  const shop = useShop();
  const { t, format } = shop;
  const { driverLocation, eta } = tracked;
  return (
    <ul className="whereabouts">
      {eta === null ? null : (
        <li>
          <strong className="digits">{t('expectedAbout', { time: timeOf(eta, at, shop) })}</strong>
        </li>
      )}
      {driverLocation === null || metresAway === null ? (
        <li className="muted">{t('positionUnknown')}</li>
      ) : (
        <li className="digits">
          {t('isAway', { distance: format.distance(metresAway) })}{' '}
          <span className="muted">
            ({t('positionAsOf', { time: format.timeWithSeconds(driverLocation.recordedAt) })})
          </span>
        </li>
      )}
    </ul>
  );
}

function Steps({ part: { group }, at }: { part: Part; at: string }) {
  const shop = useShop();
  const { t } = shop;
  const steps = stepsOf(group);
  const reached = steps.findLastIndex(({ at }) => at !== null);
  return (
    <ol className="steps" aria-label={t('stepsOf', { shop: group.sellerName })}>
      {steps.map(({ step, at: when, isCurrent }, index) => (
        <li
          key={step}
          className={index <= reached ? 'reached' : ''}
          aria-current={isCurrent ? 'step' : undefined}
        >
          <span>
            {t(`step.${STEPS[index] ?? 'placed'}`)}
            {index <= reached && !isCurrent ? (
              <span className="visually-hidden"> ({t('stepDone')})</span>
            ) : null}
          </span>
          {when === null ? null : <time dateTime={when}>{timeOf(when, at, shop)}</time>}
        </li>
      ))}
    </ol>
  );
}

function OrderLine({ line }: { line: Line }) {
  const { to, format } = useShop();
  const { name, optionTexts, quantity, lineTotal, productId, variantId, image = null } = line;
  // The line's name may include the variant's options already.
  const options = Object.values(optionTexts)
    .map(({ value }) => value)
    .filter((value) => !name.includes(value));
  return (
    <>
      <Picture image={image === null ? null : { ...image, alt: '' }} name={name} />
      <span className="line-name">
        {productId === undefined ? (
          <bdi>{name}</bdi>
        ) : (
          <a href={`${to(`/p/${productId}`)}?variant=${variantId}`}>
            <bdi>{name}</bdi>
          </a>
        )}
        {options.length === 0 ? null : (
          <span className="muted">
            <bdi>{options.join(' · ')}</bdi>
          </span>
        )}
        <span className="muted digits">× {quantity}</span>
      </span>
      <strong className="digits">
        <bdi>{format.money(lineTotal.amount)}</bdi>
      </strong>
    </>
  );
}

/** Links to the visitor's own telephone or WhatsApp: nothing is loaded from there. */
function ReachShop({ phone, number }: { phone: string | null; number: string }) {
  const { t } = useShop();
  if (phone === null) return null;
  const text = encodeURIComponent(t('whatsAppText', { number }).replace(/[\u2068\u2069]/g, ''));
  return (
    <p className="reach">
      <a className="button" href={`tel:${phone}`}>
        {t('callShop')}
      </a>
      <a
        className="button"
        href={`https://wa.me/${phone.slice(1)}?text=${text}`}
        rel="noreferrer"
        target="_blank"
      >
        {t('writeToShop')}
      </a>
      <span className="muted">
        <PhoneNumber phone={phone} />
      </span>
    </p>
  );
}

function Events({ part: { group }, shop, at }: { part: Part; shop: Shop; at: string }) {
  const { t } = shop;
  return (
    <details id={`events-${group.id}`}>
      <summary>{t('whatHappened')}</summary>
      <ol className="events">
        {group.history.map((entry) => (
          <li key={entry.at + entry.status}>
            <time dateTime={entry.at}>{timeOf(entry.at, at, shop)}</time>
            <span>{t(`group.${entry.status}`)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
