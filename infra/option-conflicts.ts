import type { GivenOptions } from './option-schemas.ts';
import { findAboveQuota } from './regions.ts';

const domainOptions = ['domainName', 'certificateArn', 'hostedZoneId', 'hostedZoneName'] as const;

/** Options that need a log. */
const logOptions = [
  ...(['events', 'checkpointEmails', 'checkpointBus', 'timestampAuthority'] as const),
  ...(['existingLogTable', 'logName'] as const),
] as const;

/** A restored table has no stream. A stream that is turned on gets another ARN, which only DynamoDB knows. */
const explainStream = (table: string): string =>
  `must be given with existingTable, because its stream feeds the log. Turn on a stream with new and old images, and read its ARN: aws dynamodb describe-table --table-name ${table} --query Table.LatestStreamArn. Or set log to false`;

const findLogConflict = (given: GivenOptions): [keyof GivenOptions, string] | undefined => {
  const { log, existingTable, existingTableStreamArn } = given;
  const isGiven = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));
  const needing = logOptions.find((name) => isGiven(given[name]));
  if (!log) return needing && ['log', `must be true with ${needing}`];
  if (existingTable === undefined) return undefined;
  if (existingTableStreamArn === undefined) return ['existingTableStreamArn', explainStream(existingTable)];
  return existingTableStreamArn.includes(`:table/${existingTable}/stream/`)
    ? undefined
    : ['existingTableStreamArn', 'must be the stream of existingTable'];
};

/** What is wrong with a combination of options: the name of one of them, and what it must be. */
export const findConflict = (
  given: GivenOptions & { readonly region: string },
): [keyof GivenOptions, string] | undefined => {
  const { region, domainName, hostedZoneName } = given;
  const missing = domainOptions.find((name) => given[name] === undefined);
  const present = domainOptions.find((name) => given[name] !== undefined);
  if (missing && present) return [missing, `must be given with ${present}`];
  const ofTable = (['existingTableKeyArn', 'existingTableStreamArn'] as const).find(
    (name) => given[name] !== undefined,
  );
  if (ofTable && !given.existingTable) return ['existingTable', `must be given with ${ofTable}`];
  const ofLog = findLogConflict(given);
  if (ofLog) return ofLog;
  if (domainName && hostedZoneName && !`.${domainName}`.endsWith(`.${hostedZoneName}`)) {
    return ['hostedZoneName', 'must be the zone that contains domainName'];
  }
  const elsewhere = (['certificateArn', 'existingTableKeyArn', 'existingTableStreamArn'] as const).find(
    (name) => given[name] !== undefined && given[name].split(':')[3] !== region,
  );
  if (elsewhere) return [elsewhere, `must be in the region of the stage, ${region}`];
  if (region in given.replicaKeyArns) {
    return ['replicaKeyArns', 'must not name the region of the stage'];
  }
  const [aboveQuota, most] = findAboveQuota(region, given) ?? [];
  return aboveQuota && [aboveQuota, `must be at most ${most} in ${region}, the limit of API Gateway there`];
};
