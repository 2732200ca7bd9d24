/** What search engines read of a page: schema.org as JSON-LD, which no browser runs. */
export function StructuredData({ data }: { data: object }) {
  // "<" would end the element: in JSON it may be written as a number.
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in a data block, with every "<" written as a number
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
