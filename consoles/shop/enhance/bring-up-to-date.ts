/**
 * Updates a part of the page from a newer version and touches nothing that is equal, so that focus, open details, typed
 * text and the scroll position stay. The contents of elements with `data-kept` belong to scripts; only their data
 * attributes are updated.
 */
export function bringUpToDate(shown: Element, newer: Element): void {
  if (shown.hasAttribute('data-kept')) {
    takeAttributes(shown, newer, (name) => name.startsWith('data-'));
    return;
  }
  takeAttributes(shown, newer, (name) => !ofVisitor(shown, name));
  const left = new Set(shown.childNodes);
  let next = shown.firstChild;
  const pairs = [...newer.childNodes].map((wanted) => {
    const match = matching(wanted, left, next);
    if (match !== null) {
      left.delete(match);
      next = match.nextSibling;
    }
    return { wanted, match };
  });
  // Removed before the others are compared: the rest then need not be moved, and a moved element loses the focus.
  for (const node of left) node.remove();
  let place = shown.firstChild;
  for (const { wanted, match } of pairs) {
    if (match === null) {
      shown.insertBefore(document.importNode(wanted, true), place);
      continue;
    }
    if (match === place) place = place.nextSibling;
    else shown.insertBefore(match, place);
    if (match instanceof Element) bringUpToDate(match, wanted as Element);
    else if (match.nodeValue !== wanted.nodeValue) match.nodeValue = wanted.nodeValue;
  }
}

/** The present node for this one: with the same id, else the next of its kind without an id. */
function matching(wanted: ChildNode, left: Set<ChildNode>, next: ChildNode | null): ChildNode | null {
  const id = wanted instanceof Element ? wanted.id : '';
  if (id !== '') {
    for (const node of left) if (node instanceof Element && node.id === id) return node;
    return null;
  }
  for (let node = next; node !== null; node = node.nextSibling) {
    if (!left.has(node) || node.nodeName !== wanted.nodeName) continue;
    if (!(node instanceof Element) || node.id === '') return node;
  }
  return null;
}

function takeAttributes(shown: Element, newer: Element, concerns: (name: string) => boolean): void {
  for (const name of shown.getAttributeNames()) {
    if (concerns(name) && !newer.hasAttribute(name)) shown.removeAttribute(name);
  }
  for (const name of newer.getAttributeNames()) {
    const value = newer.getAttribute(name) ?? '';
    if (concerns(name) && shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  }
}

/** Details opened by the reader, and the key of a form that may already be on its way, are kept. */
function ofVisitor(element: Element, name: string): boolean {
  if (name === 'open') return element.nodeName === 'DETAILS' || element.nodeName === 'DIALOG';
  return name === 'value' && element.getAttribute('name') === 'key';
}
