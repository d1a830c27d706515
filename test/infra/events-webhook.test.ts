import { expect, test } from 'vitest';
import template from '../../docs/events-webhook.json' with { type: 'json' };
import { RegisterEvent } from '../../shared/log/event-schemas.ts';
import { toStackName } from '../../shared/runtime/stage.ts';

test('the template that posts events to a URL takes all of a stage, and loses none silently', () => {
  const { Rule, Undelivered, UndeliveredAlarm } = template.Resources;

  expect(Rule.Properties).toMatchObject({
    EventBusName: { 'Fn::Sub': `${toStackName('$')}{Stage}` },
    EventPattern: {
      source: ['consent-register'],
      'detail-type': RegisterEvent.options.map(({ entries }) => entries.type.literal),
    },
    Targets: [{ DeadLetterConfig: { Arn: { 'Fn::GetAtt': ['Undelivered', 'Arn'] } } }],
  });
  expect(Undelivered.Type).toBe('AWS::SQS::Queue');
  expect(UndeliveredAlarm.Properties.Dimensions[0]?.Value).toEqual({ 'Fn::GetAtt': ['Undelivered', 'QueueName'] });
});
