import { expect, test } from 'vitest';
import { contract } from '../shared/contract.ts';
import { importsOf, modules } from './support/module-graph.ts';

/** The rooms, and which others each may import (docs/decisions/README.md#ten-rooms). Tests and `tools/` may import all. */
const rooms = {
  shared: [],
  client: [],
  functions: ['shared'],
  infra: ['shared'],
  verifier: ['shared'],
  pages: ['verifier', 'client', 'shared'],
  cli: ['functions', 'infra', 'pages', 'verifier', 'shared'],
};

/** The folders of `shared/`, from the ground up, and which others each may import. All may import what lies beside them. */
const folders = {
  schema: [],
  store: [],
  http: ['schema'],
  identity: ['schema', 'store'],
  notices: ['identity', 'schema', 'store'],
  consents: ['notices', 'identity', 'http', 'schema', 'store'],
  log: ['consents', 'notices', 'identity', 'schema', 'store'],
  'log/anchors': ['log', 'store'],
  'log/events': ['log', 'schema', 'store'],
  evidence: ['log', 'consents', 'notices', 'identity', 'schema', 'store'],
  'consents/exchange': ['consents', 'notices', 'identity', 'schema', 'store'],
  'consents/search': ['consents', 'notices', 'identity', 'schema', 'store'],
  'consents/checking': ['consents/search', 'consents', 'notices', 'identity', 'schema', 'store'],
  'consents/reports': ['consents/search', 'evidence', 'consents', 'notices', 'identity', 'schema', 'store'],
  'log/sums': ['consents/reports', 'log', 'consents', 'notices', 'identity', 'schema', 'store'],
  'consents/erasure': ['consents/reports', 'consents/search', 'consents', 'notices', 'identity', 'schema', 'store'],
  'log/auditing': ['consents/erasure', 'log', 'consents', 'notices', 'identity', 'schema', 'store'],
};

/** Beside the folders of `shared/`: what makes a function of an operation. No folder imports it. */
const operation = ['bearer-check', 'call', 'contract', 'operation', 'operation-definition', 'operations', 'time-limit'];

/** The folders of `cli/`, from the ground up. All may import what lies beside them. */
const programs = {
  notices: [],
  printing: ['notices'],
  'iso-27560': [],
  openapi: [],
  reference: ['openapi'],
  peers: ['notices', 'printing'],
  local: ['notices', 'openapi', 'reference', 'printing', 'peers'],
  stage: ['printing', 'local'],
  deployment: ['stage', 'printing', 'peers'],
  commands: ['stage', 'printing', 'notices', 'iso-27560', 'local', 'peers', 'deployment'],
};

type Directions = Readonly<Record<string, readonly string[]>>;

/** The longest name of a folder that a path lies in; empty for what lies beside the folders. */
const folderIn = (directions: Directions, room: string, path: string): string =>
  Object.keys(directions)
    .filter((folder) => path.startsWith(`${room}/${folder}/`))
    .reduce((longest, folder) => (folder.length > longest.length ? folder : longest), '');

const findWrong = (directions: Directions, room: string): readonly string[] =>
  modules
    .filter((file) => file.startsWith(`${room}/`))
    .flatMap((file) => {
      const folder = folderIn(directions, room, file);
      const others = importsOf(file).filter((path) => path.startsWith(`${room}/`));
      return others
        .filter(
          (path) =>
            ![folder, '', ...(directions[folder] ?? Object.keys(directions))].includes(
              folderIn(directions, room, path),
            ),
        )
        .map((path) => `${file} -> ${path}`);
    });

/** What stands below what it imports, which could close a circle. */
const findUpwards = (directions: Directions): readonly string[] => {
  const order = Object.keys(directions);
  return order.flatMap((one, i) => (directions[one] ?? []).filter((other) => order.indexOf(other) >= i));
};

const roomOf = (path: string): string => path.split('/')[0] ?? '';

test('a room imports only the rooms that it may', () => {
  const allowed: Directions = rooms;
  const wrong = modules.flatMap((file) =>
    importsOf(file)
      .filter(
        (path) => /\.tsx?$/.test(path) && ![roomOf(file), ...(allowed[roomOf(file)] ?? [])].includes(roomOf(path)),
      )
      .map((path) => `${file} -> ${path}`),
  );

  expect(new Set(modules.map(roomOf))).toEqual(new Set(Object.keys(rooms)));
  expect(wrong).toEqual([]);
});

test.each([
  ['shared', folders],
  ['cli', programs],
])('a folder of %s/ imports only the folders that it may, and none in a circle', (room, directions) => {
  expect(findWrong(directions, room)).toEqual([]);
  expect(findUpwards(directions)).toEqual([]);
});

test('no folder of shared/ imports what makes a function of an operation', () => {
  const made = operation.map((name) => `shared/${name}.ts`);
  const inFolders = modules.filter((file) => folderIn(folders, 'shared', file) !== '');

  expect(inFolders.filter((file) => importsOf(file).some((path) => made.includes(path)))).toEqual([]);
});

test('every operation of the contract is one function file', () => {
  const others = /^functions\/(?:jobs|console|signpost)\//;
  const files = Object.values(contract).map(({ path }) => `functions${path}.ts`);

  expect(modules.filter((file) => roomOf(file) === 'functions' && !others.test(file))).toEqual(files.sort());
});
