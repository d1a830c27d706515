import { expect, test } from 'vitest';
import { contract } from '../../shared/contract.ts';
import { toJsonParameters } from '../../shared/http/json.ts';
import { validateParameters } from '../../shared/http/validation.ts';
import { checkRequest } from '../support/call/document.ts';

const isTaken = (check: () => unknown): boolean => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};

/** Every choice of one value for each name; undefined leaves it out. */
const choicesOf = (
  values: Readonly<Record<string, readonly unknown[]>>,
): readonly Readonly<Record<string, unknown>>[] =>
  Object.entries(values).reduce<readonly Readonly<Record<string, unknown>>[]>(
    (choices, [name, options]) =>
      choices.flatMap((choice) =>
        options.map((option) => (option === undefined ? choice : { ...choice, [name]: option })),
      ),
    [{}],
  );

const versionId = '0199f1d2a3447b7d8e21c0ffee12ab34';
const notices = { consentInformationPid: [undefined, 2], consentInformationVersionId: [undefined, versionId] };
const names = [{ a: 'x' }, { __proto__x: 'x' }, JSON.parse('{"__proto__":"x"}'), { constructor: 'x' }, { a: 'x\0' }];
const times = ['2026-11', ' 2026-11-22 14:30', '2026-11-22T14:30:00.000Z', '2026', '2026-13', '0.99999', '^|á'];

test.each([
  ['addConsent', { ...notices, projectUid: ['demo-shop'], proof: [{ url: 'x' }], userData: [{ email: 'x' }] }],
  ['addConsent', { consentInformationPid: [2], projectUid: ['x'], proof: names, userData: names }],
  ['getEvidence', { id: [versionId], at: [undefined, ...times] }],
  [
    'listConsents',
    { from: [undefined, ...times], state: [undefined, 'active', 'gone'], userData: [undefined, { email: 'x' }] },
  ],
  ['revokeConsent', { id: [versionId], proof: [...names, {}, { a: '' }, { a: '', b: 'x' }] }],
  ['checkPeople', { pid: [undefined, 0, 1], people: [undefined, [], [{}], [{ email: 'x' }], [{ email: 'x' }, 'x']] }],
  ['listConsents', { userData: [{ email: 'x' }], perPage: [undefined, 0, 250, 251] }],
  [
    'listDueConsents',
    { days: [undefined, 0, 1], reason: [undefined, 'expires', 'gone'], perPage: [undefined, 0, 50, 51] },
  ],
  [
    'getOverview',
    { projectUid: [undefined, 'x'], consentInformationPid: [undefined, 0, 1], months: [undefined, 0, 1, 24, 25] },
  ],
  [
    'requestErasure',
    {
      ids: [undefined, versionId, [versionId], []],
      reason: [undefined, 'objected', 'a whim'],
      receivedOn: [undefined, '2026-11-20', '2026-13-01', 'soon'],
      withdraw: [undefined, versionId],
      extent: [undefined, 'everything', 'nothing'],
      reference: [undefined, 'DSR-1', 'of Ada'],
    },
  ],
  ['listErasureRequests', { perPage: [undefined, 0, 50, 51] }],
  [
    'searchConsents',
    {
      ...notices,
      id: [undefined, versionId],
      projectUid: [undefined, 'demo-shop'],
      first: [undefined, true, false],
      page: [undefined, 1],
      perPage: [undefined, 50, 51],
      userData: [{}, { email: 'x' }, { email: ' ' }, { a: '', b: { label: 'x', value: '' } }, { a: '', b: 'x' }],
    },
  ],
] as const)('%s takes what the document says of parameters beside each other', (operation, values) => {
  const choices = choicesOf(values);
  const { request } = contract[operation];
  const differences = choices.filter((choice) => {
    const isDescribed = isTaken(() => checkRequest(operation, choice));
    return isDescribed !== isTaken(() => validateParameters(request, toJsonParameters(choice)));
  });

  expect(choices.length).toBeGreaterThan(3);
  expect(differences).toEqual([]);
});
