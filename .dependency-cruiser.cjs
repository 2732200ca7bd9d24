// The one arrow: server → realtime → db → actors. Nothing points the other way, and nothing runs in a circle.
const layer = (name, forbidden) => ({
  name: `${name}-imports-only-below`,
  comment: `${name}/ may not import from: ${forbidden.join(', ')}.`,
  severity: 'error',
  from: { path: `^${name}/` },
  to: { path: `^(${forbidden.join('|')})/` },
});

// The slices of server/ in their order: each may import those above it in the list, through their face alone.
const slices = require('./server/slices.json').map(({ slice }) => slice);
const folder = (slice) => (slice === 'kernel' ? '^server/kernel/[^/]+$' : `^server/${slice}/`);
/** The kernel and composition are no capability: what they hold is imported file by file. */
const isCapability = (slice) => !/^(kernel|compose)\b/.test(slice);

const sliceOrder = slices.slice(0, -1).map((slice, at) => ({
  name: `slice-order-${slice.replaceAll('/', '-')}`,
  comment: `server/${slice} may import only the slices that stand above it in server/slices.json.`,
  severity: 'error',
  from: { path: folder(slice) },
  to: { path: slices.slice(at + 1).map(folder) },
}));

// What the contracts say, as types: generated once, read by whoever speaks to the service.
const contractTypes =
  '^(server/kernel/http/api-types|realtime/live-types|server/storefront/[a-z-]*page-models)[.]ts$';

const sliceFaces = slices.filter(isCapability).map((slice) => ({
  name: `face-only-${slice.replaceAll('/', '-')}`,
  comment: `From outside, server/${slice} is its face alone: the file named like it. Tests look inside.`,
  severity: 'error',
  from: { path: '^(server|scripts|realtime|db|actors|consoles)/', pathNot: folder(slice) },
  to: { path: folder(slice), pathNot: [`^server/${slice}/${slice.split('/').at(-1)}[.]ts$`, contractTypes] },
}));

const everySlice = {
  name: 'every-file-of-server-belongs-to-a-slice',
  comment: 'A new folder of server/ has its line in server/slices.json.',
  severity: 'error',
  from: { path: '^server/(?!main[.]ts$)', pathNot: slices.map(folder) },
  to: {},
};

const sqlInStores = {
  name: 'sql-in-stores',
  comment: 'Statements and models are used by stores (*-store.ts); everything else calls them.',
  severity: 'error',
  from: { path: '^(server|realtime)/', pathNot: '-store[.]ts$' },
  to: {
    path: '^db/(statement|sql-types|run-text|driver-query|lease|transaction|keyed-rows|models/.*)[.]ts$',
    dependencyTypesNot: ['type-only'],
  },
};

const product = '^(server|realtime|db|actors)/';

module.exports = {
  forbidden: [
    layer('actors', ['db', 'realtime', 'server', 'consoles', 'scripts', 'test']),
    layer('db', ['realtime', 'server', 'consoles', 'scripts', 'test']),
    layer('realtime', ['server', 'consoles', 'scripts', 'test']),
    layer('server', ['consoles', 'scripts', 'test']),
    ...sliceOrder,
    ...sliceFaces,
    everySlice,
    sqlInStores,
    {
      name: 'consoles-import-only-contract-types',
      comment: 'Of the service a console knows the contracts alone: the generated types, nothing that runs.',
      severity: 'error',
      from: { path: '^consoles/' },
      to: { path: '^(server|realtime|db|actors|scripts|test)/', pathNot: contractTypes },
    },
    {
      name: 'contract-types-are-only-types',
      comment: 'What is imported as a type is not in the bundle.',
      severity: 'error',
      from: { path: '^consoles/' },
      to: { path: contractTypes, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'consoles-share-through-shared',
      comment: 'A console never imports another one, and what they share knows none of them.',
      severity: 'error',
      from: { path: '^consoles/([^/]+)/' },
      to: { path: '^consoles/([^/]+)/', pathNot: '^consoles/($1|shared)/' },
    },
    {
      name: 'scripts-imports-only-below',
      comment:
        'scripts/ may not import from test or from a console; what consoles share (clients of the API) it may use.',
      severity: 'error',
      from: { path: '^scripts/' },
      to: { path: '^(consoles|test)/', pathNot: '^consoles/shared/' },
    },
    {
      name: 'supervisor-knows-no-client',
      comment:
        'The supervisor runs whatever companion start gives it; it knows neither the city nor the demo.',
      severity: 'error',
      from: { path: '^scripts/(shared|embedded|supervisor)/' },
      to: { path: '^scripts/(people|demo|city|start)/' },
    },
    {
      name: 'test-support-is-at-the-bottom',
      comment: 'test/worlds may use test/support, and every test both; neither knows a test.',
      severity: 'error',
      from: { path: '^test/(support|worlds)/' },
      to: { path: '^test/', pathNot: '^test/(support|worlds)/' },
    },
    {
      name: 'no-circles',
      comment: 'Two files that import each other cannot be understood, tested or removed alone.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'imports-resolve',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'product-needs-no-development-packages',
      severity: 'error',
      from: { path: product },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'packages-are-declared',
      severity: 'error',
      from: { path: product },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.data)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
