/** An order's number, with its parcel; a Qatari phone number; an amount in riyals. */
const UNBROKEN = /(W-\d{4}-\d{6,}(?:\u00a0·\u00a0\d+\/\d+)?|\+974[\d\u00a0 ]{8,11}|QAR\s[\d,.]+\d)/;

/** Text in which such numbers are never broken over two lines. */
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
