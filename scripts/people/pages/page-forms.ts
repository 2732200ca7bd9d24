/** Values to fill in, by field name; true and false check and uncheck a box. */
export type Values = Record<string, string | boolean>;

interface Field {
  name: string;
  /** The value submitted; null: unchecked, so not submitted. */
  value: string | null;
  /** The value of a checkbox or radio button. */
  worth: string;
  type: string;
}

/** A form of a page, as a browser without scripts sees it. */
export interface Form {
  /** As written, e.g. "/en/cart/items". */
  action: string;
  method: 'get' | 'post';
  fields: readonly Field[];
  /** Names and values of its buttons. */
  buttons: readonly { name: string; value: string }[];
  html: string;
  /** Throws for a field or button that the form does not have. */
  filled(values: Values, button?: string): URLSearchParams;
}

/** Parses the forms of a page. Relies on React's output: double-quoted attributes and closed tags. */
export function formsOf(html: string): Form[] {
  const matches = html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g);
  return Array.from(matches, ([whole, attributes = '', inside = '']) => {
    const given = attributesOf(attributes);
    const fields = fieldsOf(inside);
    const buttons = buttonsOf(inside);
    const action = given.get('action') ?? '';
    return {
      action,
      method: given.get('method') === 'post' ? 'post' : 'get',
      fields,
      buttons,
      html: whole,
      filled: (values, button) => filled(action, { fields, buttons }, values, button),
    };
  });
}

function filled(
  action: string,
  { fields, buttons }: Pick<Form, 'fields' | 'buttons'>,
  values: Values,
  button: string | undefined,
): URLSearchParams {
  const known = new Set(fields.filter(({ type }) => type !== 'hidden').map(({ name }) => name));
  const strange = Object.keys(values).find((name) => !known.has(name));
  if (strange !== undefined) throw new Error(`the form for ${action} has no field ${strange}`);
  const sent = new URLSearchParams();
  for (const field of fields) {
    const value = valueIn(field, values[field.name]);
    if (value !== null) sent.append(field.name, value);
  }
  if (button === undefined) return sent;
  const pressed = buttons.find(({ name, value }) => button === name || button === `${name}=${value}`);
  if (pressed === undefined) throw new Error(`the form for ${action} has no button ${button}`);
  sent.append(pressed.name, pressed.value);
  return sent;
}

function valueIn({ type, value, worth }: Field, given: string | boolean | undefined): string | null {
  if (given === undefined || type === 'hidden') return value;
  if (type === 'checkbox') return given === true || given === worth ? worth : null;
  if (type === 'radio') return given === worth ? worth : null;
  return String(given);
}

function fieldsOf(html: string): Field[] {
  const found: { at: number; field: Field }[] = [];
  const note = (at: number, attributes: Map<string, string>, type: string, value: string | null) => {
    const name = attributes.get('name');
    if (name === undefined || attributes.has('disabled')) return;
    found.push({ at, field: { name, type, value, worth: attributes.get('value') ?? 'on' } });
  };
  for (const { index, 1: text = '' } of html.matchAll(/<input\b([^>]*)>/g)) {
    const attributes = attributesOf(text);
    const type = attributes.get('type') ?? 'text';
    if (['submit', 'button', 'reset', 'image'].includes(type)) continue;
    const checkable = type === 'checkbox' || type === 'radio';
    const checked = attributes.has('checked') ? (attributes.get('value') ?? 'on') : null;
    note(index, attributes, type, checkable ? checked : (attributes.get('value') ?? ''));
  }
  for (const { index, 1: text = '', 2: inside = '' } of html.matchAll(
    /<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g,
  )) {
    note(index, attributesOf(text), 'textarea', decoded(inside));
  }
  for (const { index, 1: text = '', 2: inside = '' } of html.matchAll(
    /<select\b([^>]*)>([\s\S]*?)<\/select>/g,
  )) {
    const options = Array.from(inside.matchAll(/<option\b([^>]*)>([^<]*)/g), ([, given = '', said = '']) => {
      const attributes = attributesOf(given);
      return { value: attributes.get('value') ?? decoded(said), chosen: attributes.has('selected') };
    });
    const chosen = options.find((option) => option.chosen) ?? options[0];
    note(index, attributesOf(text), 'select', chosen?.value ?? null);
  }
  return found.sort((one, other) => one.at - other.at).map(({ field }) => field);
}

function buttonsOf(html: string): { name: string; value: string }[] {
  return Array.from(html.matchAll(/<button\b([^>]*)>/g), ([, text = '']) => attributesOf(text)).flatMap(
    (attributes) => {
      const name = attributes.get('name');
      return name === undefined ? [] : [{ name, value: attributes.get('value') ?? '' }];
    },
  );
}

function attributesOf(text: string): Map<string, string> {
  const pairs = text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g);
  return new Map(Array.from(pairs, ([, name = '', value = '']) => [name.toLowerCase(), decoded(value)]));
}

function decoded(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
