/** Structured data for search engines: schema.org as JSON-LD, which browsers do not execute. */
export function StructuredData({ data }: { data: object }) {
  // "<" could end the element; JSON allows writing it as an escape.
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in a data block, with every "<" written as a number
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
