import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Statement } from '../../../infra/policies/generated.ts';
import { generate, policyFolder } from '../../../infra/policies/generated.ts';
import { policies } from '../../../infra/policies/roles.ts';
import { scannedAttributes } from '../../../shared/consents/exchange/scan-consents.ts';
import { evidenceAttributes } from '../../../shared/log/auditing/scan-evidence.ts';
import { toStackName } from '../../../shared/stage.ts';
import { leaves } from '../../support/admin-tree.ts';

const root = join(import.meta.dirname, '../../..');
const files = generate();
const officerCommands: readonly string[] = policies.get('officer')?.commands ?? [];

/** Commands that need no register. */
const offline = [
  ...['notice preview', 'evidence verify', 'evidence page'],
  ...['init', 'synth', 'start', 'console build'],
];

/** Commands that deploy, with the rights of the roles that `bootstrap` makes. */
const deploying = ['bootstrap', 'deploy', 'diff', 'destroy'];

/** What an operator fills in. */
const placeholders = [
  'REGION',
  'AWS_ACCOUNT',
  'STAGE',
  'TABLE_NAME',
  'ERASED_NAME',
  'LOG_NAME',
  'ANCHOR_BUCKET',
  'KEY_ID',
  'SECRET_NAME',
  'EVIDENCE_ID',
];

test.each([...files])('%s is what the catalogue makes', (file, content) => {
  expect(readFileSync(join(root, file), 'utf8') === content, 'stale: npm run generate').toBe(true);
});

test('there is no other policy', () => {
  expect(readdirSync(join(root, policyFolder)).sort()).toEqual(
    [...files.keys()].map((file) => file.replace(`${policyFolder}/`, '')).sort(),
  );
});

test('every command that works on a register belongs to a role', () => {
  const names = leaves.map(({ name }) => name);

  const ofRoles = new Set([...policies.values()].flatMap(({ commands }) => commands));

  expect([...ofRoles, ...offline, ...deploying].sort()).toEqual(names.sort());
});

/** What an officer asks about. A new command that looks at these is one for officers too. */
const ofOfficers = /^(?:consent|person|erasure|evidence (?!verify|page)|report|project|notice (?!preview))/;

test('an officer looks at all that there is to know of consents, and changes nothing', () => {
  const looking = leaves.filter(({ isChanging }) => !isChanging).map(({ name }) => name);
  const officer = files.get(`${policyFolder}/officer.json`) ?? '';

  expect(looking).toEqual(expect.arrayContaining([...officerCommands]));
  expect(officerCommands).toEqual(expect.arrayContaining(looking.filter((name) => ofOfficers.test(name))));
  expect(officer).not.toMatch(/Put|Update|Delete|Rotate|Invoke|Encrypt|GenerateDataKey/);
});

/** As long as AWS makes them: for a stage of 20 letters, in the region with the longest name. */
const longest: Readonly<Record<string, string>> = {
  REGION: 'ap-southeast-1',
  AWS_ACCOUNT: '111122223333',
  STAGE: 'a-stage-of-20-letter',
  TABLE_NAME: `${toStackName('a-stage-of-20-letter')}-Table-1A2B3C4D5E6F7`,
  ERASED_NAME: `${toStackName('a-stage-of-20-letter')}-ErasuresTable-1A2B3C4D5E6F7`,
  LOG_NAME: `${toStackName('a-stage-of-20-letter')}-LogTable-1A2B3C4D5E6F7`,
  ANCHOR_BUCKET: 'b'.repeat(63),
  KEY_ID: 'mrk-1234abcd12ab34cd56ef1234567890ab',
  SECRET_NAME: 'SigningKey-AbCdEfGhIjKl-AbCdEf',
  EVIDENCE_ID: '1234abcd-12ab-34cd-56ef-1234567890ab',
};

/** AWS counts the characters of a managed policy without white space. */
test.each([...files])('%s fits a managed policy, filled in with the longest names', (_file, content) => {
  const filled = Object.entries(longest).reduce((text, [name, value]) => text.replaceAll(name, value), content);

  expect(Object.keys(longest).sort()).toEqual(placeholders.toSorted());
  expect(filled.replaceAll(/\s/g, '').length).toBeLessThanOrEqual(6_144);
});

/** What IAM knows no resources of: it is of the whole AWS account. */
const ofAccount = ['LookAtTrails'];

const resourcesOf = ({ Statement }: { readonly Statement: readonly Statement[] }): string[] =>
  Statement.filter(({ Sid }) => !ofAccount.includes(Sid)).flatMap(({ Resource }) => Resource);

test('of the whole AWS account a policy allows to look at the trails, and nothing else', () => {
  const { Statement }: { Statement: Statement[] } = JSON.parse(files.get(`${policyFolder}/operator.json`) ?? '{}');

  expect(Statement.filter(({ Resource }) => Resource.includes('*'))).toEqual([
    {
      Sid: 'LookAtTrails',
      Effect: 'Allow',
      Action: ['cloudtrail:DescribeTrails', 'cloudtrail:GetTrailStatus', 'cloudtrail:GetEventSelectors'],
      Resource: ['*'],
    },
  ]);
});

test.each([...files])('%s names resources of one stage, each in full, and no action by a pattern', (_file, content) => {
  const { Statement } = JSON.parse(content);
  const resources = resourcesOf(JSON.parse(content));
  const actions: string[] = Statement.flatMap(({ Action }: { Action: string[] }) => Action);
  const sids: string[] = Statement.map(({ Sid }: { Sid: string }) => Sid);

  expect(actions.filter((action) => action.includes('*') || /PartiQL|BatchWrite|DeleteTable/.test(action))).toEqual([]);
  expect(sids).toEqual([...new Set(sids)]);
  for (const resource of resources)
    expect(resource).toMatch(/^arn:aws:(?:[a-z]+:(?:REGION|\*):AWS_ACCOUNT:|s3:::ANCHOR_BUCKET)/);
});

/** What a scan may see of any item. */
const scanned: Readonly<Record<string, readonly string[]>> = {
  auditor: evidenceAttributes,
  importer: scannedAttributes,
  operator: evidenceAttributes,
};

/** Of users, credentials and sessions. */
const secret = ['passwordHash', 'email', 'name', 'familyHash', 'currentHash', 'previousHash', 'key', 'secret'];

test('only what reads everything may scan, and sees no secret of any item', () => {
  const scanning = [...files].filter(([, content]) => content.includes('dynamodb:Scan')).map(([file]) => file);

  expect(scanning.sort()).toEqual(Object.keys(scanned).map((name) => `${policyFolder}/${name}.json`));
  for (const attributes of Object.values(scanned))
    expect(attributes.filter((name) => secret.includes(name))).toEqual([]);
});

test.each(Object.entries(scanned))('%s scans by those names alone', (name, attributes) => {
  const content = files.get(`${policyFolder}/${name}.json`) ?? '{}';
  const { Statement }: { Statement: Statement[] } = JSON.parse(content);

  expect(Statement.filter(({ Action }) => Action.includes('dynamodb:Scan'))).toEqual([
    {
      Sid: 'Scan',
      Effect: 'Allow',
      Action: ['dynamodb:Scan'],
      Resource: [expect.stringMatching(/TABLE_NAME$/)],
      Condition: {
        'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
        StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
        Null: { 'dynamodb:Attributes': 'false' },
      },
    },
  ]);
});

test('only who erases may delete', () => {
  const deleting = [...files].filter(([, content]) => content.includes('Delete')).map(([file]) => file);

  expect(deleting).toEqual([`${policyFolder}/eraser.json`]);
});

test.each([...files])('%s deletes nothing from the erasures table', (_file, content) => {
  const { Statement }: { Statement: Statement[] } = JSON.parse(content);
  const ofErasures = Statement.filter(({ Resource }) => JSON.stringify(Resource).includes('ERASED_NAME'));

  expect(ofErasures.flatMap(({ Action }) => Action).filter((action) => /Delete|BatchWrite/.test(action))).toEqual([]);
});

const page = readFileSync(join(root, 'docs/policies.md'), 'utf8');

/** The line of docs/policies.md that fills a policy, as its script for sed. */
const [, script = ''] = /^sed "([^"]+)"/m.exec(page) ?? [];
const filling = [...script.matchAll(/s\/(\w+)\/((?:\$\{[^}]+\}|[^/])+)\/g/g)].map(([, name = '', value = '']) => ({
  name,
  value,
}));

/** The policy as that line makes it, where the shell has nothing in its variables but dots. */
const fill = (content: string): string =>
  filling.reduce((text, { name, value }) => text.replaceAll(name, value.replace(/^\$.+/, '...')), content);

test('the line of the document fills every place', () => {
  expect(filling.map(({ name }) => name).sort()).toEqual([...placeholders].sort());
});

test.each([...files])('%s: what is filled in stands in resources, and in the region of the key alone', (_, content) => {
  const pick = (text: string) =>
    JSON.parse(text).Statement.map(({ Resource: _resource, Condition, ...rest }: Statement) => ({
      ...rest,
      Condition: { ...Condition, StringEquals: undefined },
    }));
  const filled = fill(content);

  expect(pick(filled)).toEqual(pick(content));
  expect(filled).not.toMatch(new RegExp(placeholders.join('|')));
  for (const resource of resourcesOf(JSON.parse(filled)))
    expect(resource).toMatch(/^arn:aws:(?:[a-z]+:(?:eu-west-1|\*):111122223333:|s3:::)\S+$/);
});
