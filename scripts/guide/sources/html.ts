const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** The text of a page's HTML, for the search index. */
export function textOf(html: string): string {
  return html
    .replace(/<(h[1-6]|p|li|td|th|pre|summary)\b/g, ' <$1')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => PLAIN[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}

const PLAIN = Object.fromEntries(Object.entries(ENTITIES).map(([character, entity]) => [entity, character]));

/** The anchor of a heading, as GitHub makes it, so that links of docs/ hold in both places. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
