import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { describeRegisterEvents } from '../../cli/openapi/generated.ts';
import { RegisterEvent } from '../../shared/log/events/event-schema.ts';
import { toStackName } from '../../shared/stage.ts';

const docs = join(import.meta.dirname, '../../docs');
const page = await readFile(join(docs, 'events.md'), 'utf8');
const types = RegisterEvent.options.map(({ entries }) => entries.type.literal);

test('the page has a row for each type of event', () => {
  expect([...page.matchAll(/^\| `((?:consent|notice)\.\w+)` \|/gm)].map(([, type]) => type)).toEqual(types);
});

test('the example is an event', () => {
  const [, text = ''] = /```json\n(.*?)```/s.exec(page) ?? [];
  const { detail, ...envelope } = JSON.parse(text);
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(describeRegisterEvents());

  expect(validate(detail), JSON.stringify(validate.errors)).toBe(true);
  expect(envelope).toMatchObject({ 'detail-type': detail.type, source: 'consent-register' });
});

/** All names that `Ref` and `Fn::GetAtt` have in a template. */
const findNames = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === 'Ref') return [String(inner)];
    return name === 'Fn::GetAtt' ? [String(inner[0])] : findNames(inner);
  });
};

test('the template for a URL takes all events of the stage, and loses none silently', async () => {
  const template = JSON.parse(await readFile(join(docs, 'events-webhook.json'), 'utf8'));
  const { Rule, Undelivered, UndeliveredAlarm } = template.Resources;
  const there = [...Object.keys(template.Parameters), ...Object.keys(template.Resources), 'AWS::AccountId'];

  expect(Rule.Properties).toMatchObject({
    EventBusName: { 'Fn::Sub': `${toStackName('$')}{Stage}` },
    EventPattern: { source: ['consent-register'], 'detail-type': types },
    Targets: [{ DeadLetterConfig: { Arn: { 'Fn::GetAtt': ['Undelivered', 'Arn'] } } }],
  });
  expect(Undelivered.Type).toBe('AWS::SQS::Queue');
  expect(UndeliveredAlarm.Properties.Dimensions[0].Value).toEqual({ 'Fn::GetAtt': ['Undelivered', 'QueueName'] });
  expect(findNames(template.Resources).length).toBeGreaterThan(8);
  expect(findNames(template.Resources).filter((name) => !there.includes(name))).toEqual([]);
});
