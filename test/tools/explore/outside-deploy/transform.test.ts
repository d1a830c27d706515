import { expect, test } from 'vitest';
import type { StackTemplate } from '../../../../tools/explore/outside-deploy/transform.ts';
import {
  addFailure,
  dropUnknownConditions,
  findLacking,
  giveMemory,
  leaveOut,
  nameSecretsByArn,
  pointAt,
} from '../../../../tools/explore/outside-deploy/transform.ts';
import { synthesise } from '../../../support/stack.ts';

const rotation = 'AWS::SecretsManager::RotationSchedule';
const lacking = { types: new Set([rotation]) };

const readTemplate = async (): Promise<StackTemplate> => {
  const { template } = await synthesise({ region: 'eu-south-1', watching: 'full', console: true, events: true });
  return template.toJSON() as StackTemplate;
};

const references = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const { Ref, 'Fn::GetAtt': attribute } = value as { Ref?: string; 'Fn::GetAtt'?: [string] };
  return [
    ...(Ref === undefined ? [] : [Ref]),
    ...(attribute?.slice(0, 1) ?? []),
    ...Object.values(value).flatMap(references),
  ];
};

test('only what an emulator lacks is left out of a stage, and nothing refers to it', async () => {
  const template = await readTemplate();
  const gone = findLacking(template, lacking);
  const rest = leaveOut(template, lacking);

  const types = new Set(gone.map((id) => template.Resources[id]?.Type));
  expect(types).toEqual(new Set([rotation, 'AWS::CloudWatch::Alarm']));
  expect(Object.keys(rest.Resources)).toEqual(Object.keys(template.Resources).filter((id) => !gone.includes(id)));
  expect(references(rest).filter((id) => gone.includes(id))).toEqual([]);
  expect(Object.values(rest.Resources).flatMap(({ DependsOn = [] }) => DependsOn)).not.toContain(gone[0]);
});

test('what does not refer to it stays as it is', async () => {
  const template = await readTemplate();
  const gone = findLacking(template, lacking);
  const rest = leaveOut(template, lacking);

  const isTouched = (id: string): boolean => {
    const { DependsOn = [], ...resource } = template.Resources[id] ?? { Type: '' };
    return [...references(resource), ...[DependsOn].flat()].some((other) => gone.includes(other));
  };
  for (const [id, resource] of Object.entries(rest.Resources)) {
    if (!isTouched(id)) expect(resource).toStrictEqual(template.Resources[id]);
  }
  expect(leaveOut(template, { types: new Set(['AWS::Other::Type']) }).Outputs).toStrictEqual(template.Outputs);
});

test('a reference to it goes with the entry, the property, the dependency or the output that it is', () => {
  const reference = { Ref: 'Gone' };
  const template = {
    Resources: {
      Gone: { Type: 'Lacking' },
      Kept: {
        Type: 'Known',
        Properties: {
          list: [reference, { Ref: 'Kept' }],
          property: { 'Fn::GetAtt': ['Gone', 'Arn'] },
          text: { 'Fn::Join': ['', ['before ', reference, ' after']] },
        },
        DependsOn: ['Gone', 'Other'],
      },
      Other: { Type: 'Known', DependsOn: 'Gone' },
    },
    Outputs: { Gone: { Value: reference }, Kept: { Value: { Ref: 'Kept' } } },
  };
  expect(leaveOut(template, { types: new Set(['Lacking']) })).toStrictEqual({
    Resources: {
      Kept: {
        Type: 'Known',
        Properties: { list: [{ Ref: 'Kept' }], text: { 'Fn::Join': ['', ['before ', ' after']] } },
        DependsOn: ['Other'],
      },
      Other: { Type: 'Known' },
    },
    Outputs: { Kept: { Value: { Ref: 'Kept' } } },
  });
});

test('every endpoint of AWS that a function is given becomes that of the emulator, and nothing else changes', async () => {
  const template = await readTemplate();
  const url = 'https://127.0.0.1:4566';
  const pointed = pointAt(template, url);

  const endpoint = /"(AWS_ENDPOINT_URL_\w+)":(?:\{"Fn::Join":\[.*?\]\]\}|"[^"]*")/g;
  expect(JSON.stringify(pointed)).toBe(JSON.stringify(template).replaceAll(endpoint, `"$1":"${url}"`));
  expect(JSON.stringify(pointed)).toContain(`"AWS_ENDPOINT_URL_KMS":"${url}"`);
});

test('secrets are named by their ARN everywhere', async () => {
  const named = JSON.stringify(nameSecretsByArn(await readTemplate()));
  expect(named).not.toContain('{"Ref":"SigningKey"}');
  expect(named).toContain('{"Fn::GetAtt":["SigningKey","Id"]}');
});

test('of the conditions only those on an encryption context and a signing algorithm go', () => {
  const statement = {
    Effect: 'Allow',
    Action: 'kms:Sign',
    Resource: '*',
    Condition: {
      StringEquals: { 'kms:SigningAlgorithm': 'ECDSA_SHA_256', 'aws:SourceAccount': '111122223333' },
      'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['stage'] },
    },
  };
  const via = { Effect: 'Allow', Condition: { StringEquals: { 'kms:ViaService': 'dynamodb.amazonaws.com' } } };
  const unencrypted = { Effect: 'Deny', Condition: { StringEquals: { 'kms:MessageType': 'RAW' } } };
  const template = {
    Resources: { Policy: { Type: 'AWS::IAM::Policy', Properties: { Statement: [statement, via, unencrypted] } } },
  };
  const changed = dropUnknownConditions(template).Resources.Policy?.Properties?.Statement;
  expect(changed).toStrictEqual([
    { ...statement, Condition: { StringEquals: { 'aws:SourceAccount': '111122223333' } } },
    via,
    unencrypted,
  ]);
});

test('an update gives every function its memory; the failing one makes an alarm that the emulator lacks, after them', async () => {
  const template = await readTemplate();
  const failing = addFailure(giveMemory(template, 640));
  const { RefusedAlarm, ...rest } = failing.Resources;
  const functions = Object.keys(rest).filter((id) => rest[id]?.Type === 'AWS::Lambda::Function');

  expect(new Set(functions.map((id) => rest[id]?.Properties?.MemorySize))).toEqual(new Set([640]));
  expect(findLacking(failing, lacking)).toContain('RefusedAlarm');
  expect(RefusedAlarm?.DependsOn).toStrictEqual(functions);
});
