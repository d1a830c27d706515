import type { AdvancedEventSelector, EventSelector, Trail } from '@aws-sdk/client-cloudtrail';
import {
  CloudTrailClient,
  DescribeTrailsCommand,
  GetEventSelectorsCommand,
  GetTrailStatusCommand,
} from '@aws-sdk/client-cloudtrail';
import type { Subscription } from '@aws-sdk/client-sns';
import {
  AuthorizationErrorException,
  NotFoundException,
  paginateListSubscriptionsByTopic,
  SNSClient,
} from '@aws-sdk/client-sns';
import { accountIn } from '../../../infra/option-values.ts';
import { countEach } from '../../output/progress.ts';
import { commandClientLimits, isTableAlone } from '../../stage/open-table.ts';
import type { Stage } from '../../stage/stage.ts';
import type { Check, Diagnosis } from './finding.ts';
import { ok, skipped, unknown, wrong } from './finding.ts';

const subscriptionsOf = async (topic: string, region: string): Promise<Subscription[]> => {
  const found: Subscription[] = [];
  const client = new SNSClient({ region, ...commandClientLimits });
  for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic({ client }, { TopicArn: topic })) {
    found.push(...Subscriptions);
  }
  return found;
};

/** SNS has these words instead of an ARN. */
const isPending = ({ SubscriptionArn }: Subscription): boolean => SubscriptionArn === 'PendingConfirmation';
const isDeleted = ({ SubscriptionArn }: Subscription): boolean => SubscriptionArn === 'Deleted';

const subscribe = (topic: string, region: string, { Protocol = 'email', Endpoint = '"$ADDRESS"' }: Subscription) =>
  `aws sns subscribe --region ${region} --topic-arn ${topic} --protocol ${Protocol} --notification-endpoint ${Endpoint}`;

const diagnoseSubscriptions = (topic: string, region: string, all: readonly Subscription[]): Diagnosis => {
  const [pending, deleted] = [all.filter(isPending), all.filter(isDeleted)];
  const confirmed = all.length - pending.length - deleted.length;
  const waiting = pending.map(({ Endpoint = 'an address' }) => `${Endpoint} has not confirmed`);
  if (confirmed > 0) return ok([countEach(confirmed, 'subscription'), ...waiting].join('; '));
  const [first] = pending;
  if (first !== undefined) {
    return wrong(
      waiting.join('; '),
      `Open the link in the mail from AWS. It is valid for two days; this sends another: ${subscribe(topic, region, first)}`,
    );
  }
  return wrong(
    deleted.length === 0 ? 'nobody is subscribed' : 'the subscription was deleted',
    `Nobody gets the alarms. Subscribe an address, and open the link in the mail: ${subscribe(topic, region, deleted[0] ?? {})}`,
  );
};

/** A topic that another AWS account owns: that one says who may look into it, and may hide that it is gone. */
const isElsewhere = async (topic: string, { findCaller }: Stage): Promise<boolean> =>
  accountIn(topic) !== accountIn(await findCaller());

const alarms: Check = {
  name: 'alarms',
  look: async (stage) => {
    if (isTableAlone(stage)) return unknown();
    if (stage.isLocal) return skipped('does not apply to the local service');
    const { alarmTopic: topic } = stage;
    if (topic === undefined) return skipped('the stage has no address for them');
    const [, , , region = ''] = topic.split(':');
    try {
      return diagnoseSubscriptions(topic, region, await subscriptionsOf(topic, region));
    } catch (error) {
      const isGone = error instanceof NotFoundException;
      if (!isGone && !(error instanceof AuthorizationErrorException)) throw error;
      if (await isElsewhere(topic, stage)) {
        return skipped(`cannot look into ${topic}, a topic of another AWS account: check there who is subscribed`);
      }
      if (!isGone) throw error;
      return wrong(`the topic ${topic} is gone`, 'Nobody gets the alarms. Make the topic again, and deploy the stage.');
    }
  },
};

const kms = 'kms.amazonaws.com';

const logsKeys = ({ IncludeManagementEvents, ReadWriteType, ExcludeManagementEventSources }: EventSelector): boolean =>
  IncludeManagementEvents !== false &&
  ReadWriteType !== 'ReadOnly' &&
  ExcludeManagementEventSources?.includes(kms) !== true;

const logsKeysToo = ({ FieldSelectors = [] }: AdvancedEventSelector): boolean => {
  const has = (field: string, value: string): boolean =>
    FieldSelectors.some(({ Field, Equals }) => Field === field && Equals?.includes(value));
  const isExcluded = FieldSelectors.some(({ Field, NotEquals }) => Field === 'eventSource' && NotEquals?.includes(kms));
  return has('eventCategory', 'Management') && !has('readOnly', 'true') && !isExcluded;
};

/** Whether a trail logs who changes KMS keys. It is asked in its own region: others know a copy of it. */
const isLogging = async ({ TrailARN, HomeRegion }: Trail): Promise<boolean> => {
  const client = new CloudTrailClient({
    ...(HomeRegion !== undefined && { region: HomeRegion }),
    ...commandClientLimits,
  });
  const { IsLogging } = await client.send(new GetTrailStatusCommand({ Name: TrailARN }));
  if (IsLogging !== true) return false;
  const selectors = await client.send(new GetEventSelectorsCommand({ TrailName: TrailARN }));
  const { EventSelectors = [], AdvancedEventSelectors = [] } = selectors;
  return EventSelectors.some(logsKeys) || AdvancedEventSelectors.some(logsKeysToo);
};

/** The first trail that logs it. @throws what AWS says of one that cannot be read, where no other logs it */
const findLogging = async (trails: readonly Trail[]): Promise<Trail | undefined> => {
  const failures: unknown[] = [];
  for (const trail of trails) {
    try {
      if (await isLogging(trail)) return trail;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return undefined;
};

/** The rule KeyChanged learns of a call to KMS where a trail logs it (infra/keys.ts). */
const trail: Check = {
  name: 'trail of key changes',
  look: async (stage) => {
    if (isTableAlone(stage)) return unknown();
    if (stage.isDevelopment) return skipped('not needed for development');
    const region = await stage.table.client.config.region();
    const client = new CloudTrailClient({ region, ...commandClientLimits });
    const { trailList = [] } = await client.send(new DescribeTrailsCommand({ includeShadowTrails: true }));
    const found = await findLogging(trailList);
    return found === undefined
      ? wrong(
          'no trail logs them',
          'Nobody hears at once who ends a key. Create a trail of management events (docs/operate.md, A trail of key changes).',
        )
      : ok(`logged by ${found.TrailARN}`);
  },
};

/** Whether somebody hears of what goes wrong. */
export const watchingChecks: readonly Check[] = [alarms, trail];
