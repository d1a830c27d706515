/** Which folders may import which others, types too. Tests and `tools/` may import all. `npm run check` reads this. */

/** @type {Readonly<Record<string, readonly string[]>>} */
const topFolders = {
  shared: [],
  client: [],
  functions: ['pages', 'shared'],
  infra: ['shared'],
  verifier: ['shared'],
  pages: ['verifier', 'client', 'shared'],
  cli: ['functions', 'infra', 'pages', 'verifier', 'shared'],
  build: ['cli', 'functions', 'infra', 'pages', 'shared'],
};

/** Within `shared/`, from the ground up. All may import the limits and the problems of `api/`. */
const ofShared = {
  runtime: [],
  schema: ['runtime'],
  store: ['schema', 'runtime'],
  http: ['schema', 'runtime'],
  identity: ['schema', 'store', 'runtime'],
  notices: ['identity', 'schema', 'store', 'runtime'],
  consents: ['notices', 'identity', 'http', 'schema', 'store', 'runtime'],
  'consents/exchange': ['consents', 'notices', 'identity', 'schema', 'store', 'runtime'],
  'consents/erasure': ['consents', 'notices', 'identity', 'schema', 'store', 'runtime'],
  confirmations: ['consents', 'notices', 'identity', 'http', 'schema', 'store', 'runtime'],
  log: ['consents', 'notices', 'identity', 'schema', 'store', 'runtime'],
  links: ['log', 'consents', 'notices', 'identity', 'http', 'schema', 'store', 'runtime'],
  'log/audit': ['consents/erasure', 'log', 'consents', 'notices', 'identity', 'schema', 'store', 'runtime'],
  evidence: ['log', 'consents', 'notices', 'identity', 'schema', 'store', 'runtime'],
};

/** Within `cli/`, from the ground up. */
const ofCli = {
  input: [],
  output: ['input'],
  notices: ['input', 'output'],
  local: ['notices', 'output', 'input'],
  stage: ['output', 'input', 'local'],
  commands: ['stage', 'output', 'input', 'notices', 'local'],
};

/** Within `pages/`, from the ground up. Nothing imports the console. */
const ofPages = {
  i18n: [],
  html: ['i18n'],
  describe: ['i18n'],
  ui: ['describe', 'html', 'i18n'],
  files: ['ui', 'describe', 'html', 'i18n'],
  links: ['files', 'i18n'],
  confirmations: ['links', 'files', 'i18n'],
  verify: ['ui', 'describe', 'html', 'i18n'],
  console: ['files', 'ui', 'describe', 'html', 'i18n'],
};

/** In `api/`: what makes a function of an operation. */
const operation = ['budget', 'caller', 'contract', 'operations', 'stack'];

/** Modules of a folder, without those of folders inside it that have rules of their own. */
const within = (top, folder, all) => {
  const inner = all.filter((other) => other.startsWith(`${folder}/`)).map((other) => `${top}/${other}/`);
  return `^${inner.length === 0 ? '' : `(?!${inner.join('|')})`}${top}/${folder}/`;
};

/** A change writes its entry of the log's journal in its own transaction, so these modules alone reach up into `log`, and no further. */
const journaling = {
  notices: ['publishing'],
  consents: ['revocation', 'erased-form'],
  'consents/exchange': ['import'],
  'consents/erasure': ['erase'],
};
const journal = '^shared/log/(?:journal|leaves|log-event)\\.ts$';

const foldersOf = (top, directions, exceptions = {}) => {
  const all = Object.keys(directions);
  const others = (folder) => all.filter((other) => other !== folder && !directions[folder].includes(other));
  const toRule = (folder, name, from, pathNot) => ({
    name: `${top}/${name}`,
    comment: `imports only ${directions[folder].join(', ') || 'what lies beside the folders'}`,
    severity: 'error',
    from,
    to: { path: others(folder).map((other) => within(top, other, all)), ...(pathNot && { pathNot }) },
  });
  return all
    .filter((folder) => others(folder).length > 0)
    .flatMap((folder) => {
      const path = within(top, folder, all);
      const names = exceptions[folder];
      if (names === undefined) return [toRule(folder, folder, { path })];
      const modules = `^${top}/${folder}/(?:${names.join('|')})\\.ts$`;
      return [
        toRule(folder, folder, { path, pathNot: modules }),
        toRule(folder, `${folder}, journaling`, { path: modules }, journal),
      ];
    });
};

/** Folders in the order of `directions` import only what stands before them, so that none closes a circle. */
for (const directions of [ofShared, ofCli, ofPages]) {
  const order = Object.keys(directions);
  for (const [folder, others] of Object.entries(directions))
    if (others.some((other) => order.indexOf(other) >= order.indexOf(folder))) throw new Error(`${folder} is too low`);
}

export default {
  forbidden: [
    ...Object.entries(topFolders).map(([folder, others]) => ({
      name: folder,
      comment: `imports only ${others.join(', ') || 'itself'}`,
      severity: 'error',
      from: { path: `^${folder}/` },
      to: { path: '^(?!node_modules/).*\\.tsx?$', pathNot: `^(?:${[folder, ...others].join('|')})/` },
    })),
    ...foldersOf('shared', ofShared, journaling),
    ...foldersOf('cli', ofCli),
    ...foldersOf('pages', ofPages),
    {
      name: 'operations on top',
      comment: 'no folder of shared/ imports what makes a function of an operation',
      severity: 'error',
      from: { path: `^shared/(?:${Object.keys(ofShared).join('|')})/` },
      to: { path: `^shared/api/(?:${operation.join('|')})\\.ts$` },
    },
    {
      name: 'middy in one place',
      severity: 'error',
      from: { pathNot: '^shared/(?:api/caller|api/stack|http/body)\\.ts$' },
      to: { path: '^node_modules/@middy/' },
    },
    {
      name: 'the client has no packages',
      severity: 'error',
      from: { path: '^client/' },
      to: { pathNot: '^client/' },
    },
    { name: 'resolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: '^node_modules/' },
    exclude: { path: '^client/typescript/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
};
