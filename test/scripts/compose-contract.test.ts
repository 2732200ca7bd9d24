import { deepStrictEqual } from 'node:assert';
import { expect } from 'chai';
import { parse } from 'yaml';
import { composeContract, staleParts } from '../../scripts/contract/compose-contract.ts';
import { contractFiles } from '../../scripts/contract/contract-files.ts';
import { CommandError } from '../../scripts/shared/command-error.ts';

const SHARED = 'server/kernel/http/contract.yaml';
const ZONES = 'server/dispatch/zones/contract.yaml';
const CART = 'server/marketplace/cart/contract.yaml';

/** A small, valid contract; each test changes one of its parts. */
const PARTS = {
  [SHARED]: `# What all slices share.

openapi: '3.0.3'
info:
  title: Wasl   # as people call it
  description: |
    Two lines:

    # not a comment

servers:
  - { url: /api/v1 }

components:
  securitySchemes:
    bearerAuth: { type: http, scheme: bearer }
  responses:
    # Whatever the operation.
    NotFound: { description: Not found., x-description-ar: غير موجود. }
`,
  [ZONES]: `# Delivery zones.

paths:
  # Where we deliver.
  /zones:
    get:
      operationId: listZones
      x-summary-ar: عرض المناطق
      security: [ { bearerAuth: [] } ]
      responses:
        '200': { $ref: '#/components/responses/ZoneList' }
        '404': { $ref: '#/components/responses/NotFound' }   # by the settings

components:
  responses:
    ZoneList:
      description: Zones.
      x-description-ar: المناطق.
      content: { application/json: { schema: { $ref: '#/components/schemas/Zone' } } }
  schemas:
    Zone: { type: object }
`,
  [CART]: `paths:
  /cart/{id}:
    get:
      operationId: readCart
      x-summary-ar: السلة
      responses:
        '404': { $ref: '#/components/responses/NotFound' }
`,
};

function compose(changed: Record<string, string> = {}, handlers: Record<string, string> = {}): string {
  return composeContract(files({ ...PARTS, ...changed }), files(handlers));
}

function files(texts: Record<string, string>) {
  return Object.entries(texts).map(([file, text]) => ({ file, text }));
}

/** The sentences with which parts are refused. */
function faults(changed: Record<string, string>, handlers: Record<string, string> = {}): string[] {
  try {
    compose(changed, handlers);
  } catch (error) {
    if (error instanceof CommandError) return error.message.split('\n');
    throw error;
  }
  return [];
}

describe('the contract, composed from the parts of slices', () => {
  it('has the shared part first, then the slices by their paths, each below its name, and keeps comments', () => {
    expect(compose().split('\n').slice(3).join('\n')).to.equal(`openapi: '3.0.3'
info:
  title: Wasl   # as people call it
  description: |
    Two lines:

    # not a comment

servers:
  - { url: /api/v1 }

paths:

  # server/dispatch/zones/contract.yaml
  # Where we deliver.
  /zones:
    get:
      operationId: listZones
      x-summary-ar: عرض المناطق
      security: [ { bearerAuth: [] } ]
      responses:
        '200': { $ref: '#/components/responses/ZoneList' }
        '404': { $ref: '#/components/responses/NotFound' }   # by the settings

  # server/marketplace/cart/contract.yaml
  /cart/{id}:
    get:
      operationId: readCart
      x-summary-ar: السلة
      responses:
        '404': { $ref: '#/components/responses/NotFound' }

components:
  securitySchemes:
    # server/kernel/http/contract.yaml
    bearerAuth: { type: http, scheme: bearer }
  responses:
    # server/kernel/http/contract.yaml
    # Whatever the operation.
    NotFound: { description: Not found., x-description-ar: غير موجود. }
    # server/dispatch/zones/contract.yaml
    ZoneList:
      description: Zones.
      x-description-ar: المناطق.
      content: { application/json: { schema: { $ref: '#/components/schemas/Zone' } } }
  schemas:
    # server/dispatch/zones/contract.yaml
    Zone: { type: object }
`);
  });

  it('is the same whatever the order in which its parts are found', () => {
    expect(composeContract(files(PARTS).reverse(), [])).to.equal(compose());
  });

  it('contains exactly what the parts of this project say', () => {
    const { parts, handlers } = contractFiles();
    const whole = parse(composeContract(parts, handlers));
    const found: Record<string, unknown> = { paths: {}, components: {} };
    for (const { text } of parts) {
      const { paths = {}, components = {}, ...head } = parse(text);
      Object.assign(found, head);
      Object.assign(found.paths as object, paths);
      const sections = found.components as Record<string, object>;
      for (const [section, entries] of Object.entries(components))
        sections[section] = { ...sections[section], ...(entries as object) };
    }
    // Chai's comparison takes a quarter of a minute for a contract.
    deepStrictEqual(whole, found);
  }).timeout(60_000);

  describe('is refused with a sentence when', () => {
    const cartWith = (more: string) => `${PARTS[CART]}${more}`;

    it('two parts have the same path', () => {
      expect(
        faults({ [CART]: PARTS[CART].replace('/cart/{id}', '/zones').replace('readCart', 'x') }),
      ).to.deep.equal([`/zones is in ${ZONES} and in ${CART}: one slice owns a path and all its methods.`]);
    });

    it('two paths differ only in the names of their parameters', () => {
      const other =
        '  /cart/{cartId}:\n    delete: { operationId: clearCart, x-summary-ar: إفراغ السلة, responses: {} }\n';
      expect(faults({ [CART]: cartWith(other) })).to.deep.equal([
        `/cart/{cartId} is twice in ${CART}: one slice owns a path and all its methods.`,
      ]);
    });

    it('a path has the same method twice', () => {
      const again = '    get: { operationId: readCartAgain, responses: {} }\n';
      expect(faults({ [CART]: cartWith(again) })).to.deep.equal([`${CART}:8: Map keys must be unique.`]);
    });

    it('two operations have the same operationId', () => {
      expect(faults({ [CART]: PARTS[CART].replace('readCart', 'listZones') })).to.deep.equal([
        `operationId listZones is in ${ZONES} and in ${CART}: an operationId is the name of one handler.`,
      ]);
    });

    it('two parts define the same component', () => {
      const zone = 'components:\n  schemas:\n    Zone: { type: string }\n';
      expect(faults({ [CART]: cartWith(zone) })).to.deep.equal([
        `#/components/schemas/Zone is in ${ZONES} and in ${CART}: all parts share one set of names.`,
      ]);
    });

    it('a reference leads nowhere, from an operation or from a component', () => {
      expect(faults({ [CART]: PARTS[CART].replace('NotFound', 'NotFond') })).to.deep.equal([
        `${CART}: /cart/{id} refers to #/components/responses/NotFond, which no contract.yaml defines.`,
      ]);
      expect(faults({ [ZONES]: PARTS[ZONES].replace('schemas/Zone', 'schemas/Zonne') })).to.deep.equal([
        `${ZONES}: #/components/responses/ZoneList refers to #/components/schemas/Zonne, which no contract.yaml defines.`,
        `${ZONES}: no operation uses #/components/schemas/Zone.`,
      ]);
    });

    it('an operation has no summary in Arabic', () => {
      for (const summary of ['', '      x-summary-ar: The cart\n'])
        expect(faults({ [CART]: PARTS[CART].replace('      x-summary-ar: السلة\n', summary) })).to.deep.equal(
          [`${CART}: readCart needs x-summary-ar, its summary in Arabic.`],
        );
    });

    it('what the guide shows is described in English only', () => {
      const field = `      requestBody:
        content: { application/json: { schema: { properties: { note: { description: For the driver. } } } } }
`;
      const described = PARTS[CART].replace(
        '      responses:',
        `      description: Lines.\n${field}      responses:`,
      );
      expect(
        faults({ [CART]: described, [ZONES]: PARTS[ZONES].replace(/ +x-description-ar.*\n/, '') }),
      ).to.deep.equal([
        `#/components/responses/ZoneList in ${ZONES} needs x-description-ar, its description in Arabic: Zones.`,
        `readCart in ${CART} needs x-description-ar, its description in Arabic: Lines.`,
        `note of readCart in ${CART} needs x-description-ar, its description in Arabic: For the driver.`,
      ]);
    });

    it('a security scheme is unknown', () => {
      const [first] = faults({ [ZONES]: PARTS[ZONES].replace('bearerAuth', 'apiKey') });
      expect(first).to.equal(
        `${ZONES}: GET /zones refers to #/components/securitySchemes/apiKey, which no contract.yaml defines.`,
      );
    });

    it('no operation uses a component, though components refer to each other', () => {
      const pair = `components:
  schemas:
    Egg: { $ref: '#/components/schemas/Hen' }
    Hen: { $ref: '#/components/schemas/Egg' }
`;
      expect(faults({ [CART]: cartWith(pair) })).to.deep.equal([
        `${CART}: no operation uses #/components/schemas/Egg.`,
        `${CART}: no operation uses #/components/schemas/Hen.`,
      ]);
    });

    it('the shared part refers to a slice', () => {
      const text = PARTS[SHARED].replace(
        '{ description: Not found., x-description-ar: غير موجود. }',
        "{ $ref: '#/components/schemas/Zone' }",
      );
      expect(faults({ [SHARED]: text })).to.deep.equal([
        `${SHARED}: #/components/responses/NotFound refers to #/components/schemas/Zone of ${ZONES}; what all share knows no slice.`,
      ]);
    });

    it('the handler of an operation is in another slice', () => {
      const file = 'server/marketplace/cart/lines/cart-line-handlers.ts';
      const text = "export function cartLineHandlers(): Pick<Handlers, 'listZones' | 'readCart'> {";
      expect(faults({}, { [file]: text })).to.deep.equal([
        `${ZONES}: listZones belongs in the slice of its handler, which is in ${file}.`,
      ]);
    });

    it('a slice describes the API as a whole', () => {
      expect(faults({ [CART]: cartWith('tags: []\n') })).to.deep.equal([
        `${CART}:8: tags belongs in ${SHARED}; a slice has paths and components.`,
      ]);
    });

    it('components are of an unknown kind', () => {
      const [first] = faults({ [CART]: cartWith('components:\n  schemes:\n    Zone: {}\n') });
      expect(first).to.match(new RegExp(`^${CART}:9: schemes is not one of securitySchemes, .* schemas\\.$`));
    });

    it('its text could not be combined with others', () => {
      const wide = PARTS[CART].replaceAll('  ', '    ');
      expect(faults({ [CART]: wide })).to.deep.equal([
        `${CART}:2: Entries of paths are indented by 2 spaces.`,
      ]);
      const flow = cartWith('components: { schemas: { Cart: { type: object } } }\n');
      expect(faults({ [CART]: flow })).to.deep.equal([
        `${CART}: components/schemas must be a key on a line of its own, with its entries below.`,
      ]);
      expect(faults({ [CART]: 'paths:\n  /a: &a {}\n  /b: *a\n' })).to.deep.equal([
        `${CART}:3: An alias cannot be bundled: make it a component and refer to that.`,
      ]);
    });

    it('a part is not YAML, or not a contract', () => {
      expect(faults({ [CART]: 'paths:\n  /cart: [\n' })[0]).to.match(new RegExp(`^${CART}:\\d+: `));
      expect(faults({ [CART]: 'paths:\n  /cart:\n' })[0]).to.match(new RegExp(`^${CART}: paths /cart: `));
    });

    it('several things are wrong, all of which are reported at once', () => {
      const text = PARTS[CART].replace('readCart', 'listZones').replace('NotFound', 'NotFond');
      expect(faults({ [CART]: text })).to.have.length(2);
    });
  });
});

describe('an outdated openapi.yaml', () => {
  const composed = compose();

  it('is not reported when it equals its parts', () => {
    expect(staleParts(composed, composed)).to.deep.equal([]);
  });

  it('is reported with the parts that have more, less or something else', () => {
    expect(staleParts(composed.replace('Zones.', 'All zones.'), composed)).to.deep.equal([ZONES]);
    expect(staleParts(composed.replace('title: Wasl', 'title: Wassl'), composed)).to.deep.equal([SHARED]);
    const { [CART]: _, ...others } = PARTS;
    const without = composeContract(files(others), []);
    expect(staleParts(without, composed)).to.deep.equal([CART]);
    expect(staleParts(composed, without)).to.deep.equal([CART]);
    expect(staleParts('', composed)).to.have.members([SHARED, ZONES, CART]);
  });
});
