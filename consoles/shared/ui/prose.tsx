/** An order's number, with which parcel of it; a phone number of Qatar; an amount of riyals. */
const UNBROKEN = /(W-\d{4}-\d{6,}(?:\u00a0·\u00a0\d+\/\d+)?|\+974[\d\u00a0 ]{8,11}|QAR\s[\d,.]+\d)/;

/** A sentence in which no number of an order breaks at the end of a line. */
export function Prose({ children }: { children: string }) {
  const parts = children.split(UNBROKEN);
  if (parts.length === 1) return children;
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a sentence's parts are its own and change together.
      <bdi key={index} dir="ltr" className="unbroken">
        {part}
      </bdi>
    ),
  );
}
