import type { TableDescription } from '@aws-sdk/client-dynamodb';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { contract } from '../../shared/api/contract.ts';
import { lifetimes } from '../../shared/api/limits.ts';
import type { EvidenceKeyName } from '../../shared/identity/keys/evidence-signer.ts';
import type { Announcement } from '../../shared/log/announcing.ts';
import { longestBackupDays } from '../../shared/runtime/stage.ts';
import type { Table } from '../../shared/store/table.ts';
import { countEach } from '../output/progress.ts';

/** What a command works on. */
export interface Stage {
  /** As people read it: `stage prod, table ... in eu-central-1 of AWS account ...`. */
  readonly label: string;
  readonly table: Table;
  /** The erasures table. Undefined if nobody named it, or the stage was deployed before it existed. */
  readonly erasures: Table | undefined;
  /** The append-only log. Undefined if nobody named it. */
  readonly log: Table | undefined;
  readonly isLocal: boolean;
  /** Whether its data is disposable: a stage for development, or the local service. */
  readonly isDevelopment: boolean;
  /** Known for a stage and the local service, not for a table alone. */
  readonly apiUrl: string | undefined;
  /** Name or ARN of the secret with the signing key, known together with the URL. */
  readonly signingKeySecret: string | undefined;
  /** The key that signs evidence, known together with the URL, unless the stage was deployed before it existed. */
  readonly evidenceKey: EvidenceKeyName | undefined;
  /** How long AWS Backup keeps backups of the table. Of a table alone nobody knows whether it does. */
  readonly backupDays: number | 'none' | 'unknown';
  /** The vault of AWS Backup, which gets a backup each week. Known for a stage that uses it. */
  readonly backupVault: string | undefined;
  /** Where events go. Known for the local service, and for a stage with events. */
  readonly announcement: Announcement | undefined;
  /** The topic that gets the alarms. Known for a stage with an address for them. */
  readonly alarmTopic: string | undefined;
  /** The address that mail comes from. Known for a stage that sends mail. */
  readonly mailFrom: string | undefined;
  /** Who runs the command: the ARN from STS, or `local:` and the user of the machine. */
  readonly findCaller: () => Promise<string>;
}

/** Sends the API a call without a token, which every register refuses. Undefined if nothing answers. */
export const askApi = async (apiUrl: string): Promise<Response | undefined> => {
  const request = { method: 'POST', signal: AbortSignal.timeout(10_000) };
  return fetch(`${apiUrl}${contract.details.path}`, request).catch(() => undefined);
};

/** The seconds between the clock of this machine and the API's; undefined if the API sends no time. */
export const measureSkew = async (apiUrl: string | undefined): Promise<number | undefined> => {
  if (apiUrl === undefined) return undefined;
  const answer = await askApi(apiUrl);
  const time = Date.parse(answer?.headers.get('date') ?? '');
  return Number.isNaN(time) ? undefined : Math.round(Math.abs(Date.now() - time) / 1_000);
};

/** Whether a clock with this difference is reliable. */
export const isTolerable = (seconds: number): boolean => seconds <= lifetimes.clockSkewSeconds;

/**
 * US dollars for a million on-demand read units in us-east-1, without the free tier, as published in November 2026. Prices of
 * other regions differ by some tenths.
 */
const dollarsPerMillionReadUnits = 0.125;

/** US dollars. */
export const priceOf = (readUnits: number): number => (readUnits / 1_000_000) * dollarsPerMillionReadUnits;

/** Read units for people. */
export const describeUnits = (readUnits: number): string => countEach(Math.ceil(readUnits), 'read unit');

/** Their cost for people. */
export const describePrice = (readUnits: number): string =>
  `$${priceOf(readUnits).toFixed(2)} at the price of us-east-1`;

/** The table as DynamoDB describes it. */
export const describeTable = async ({ name, client }: Table): Promise<TableDescription> => {
  const { Table: description } = await client.send(new DescribeTableCommand({ TableName: name }));
  if (description === undefined) throw new Error('DynamoDB did not describe the table.');
  return description;
};

/** When backups no longer contain what is erased now. */
export const describeBackups = ({ backupDays }: Pick<Stage, 'backupDays'>): string => {
  const days = countEach(longestBackupDays(typeof backupDays === 'number' ? backupDays : undefined), 'day');
  return backupDays === 'unknown'
    ? `Backups of the table expire after ${days}, those of AWS Backup after the \`backupDays\` of its stage.`
    : `Backups of the table expire after ${days}.`;
};
