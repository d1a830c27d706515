import * as v from 'valibot';
import { areRanges, rangesRule } from '../../shared/http/address-ranges.ts';
import type { EvidenceKeyName } from '../../shared/identity/keys/evidence-signer.ts';
import { CommandError } from '../errors.ts';

export const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:\/\//i.test(text);

/** What is wrong with the destination of events. @param name of the option or variable */
export const urlOfEvents = (name: string): string => `${name} must be a URL, such as http://127.0.0.1:8080/events.`;

/** DynamoDB's own hosts under any of their names: `dynamodb.eu-west-1.amazonaws.com`, `dynamodb.cn-north-1.amazonaws.com.cn`, `dynamodb.eu-west-1.api.aws`. */
export const namesAws = (text: string): boolean =>
  URL.canParse(text) && /(?:\.amazonaws\.com(?:\.cn)?|\.api\.aws)\.?$/.test(new URL(text).hostname);

const port = (name: string) =>
  v.pipe(
    v.string(),
    v.digits(`${name} must be a number.`),
    v.transform(Number),
    v.minValue(1, `${name} must be at least 1.`),
    v.maxValue(65_535, `${name} must be at most 65535.`),
  );

const Settings = v.object({
  PORT: v.optional(port('PORT'), '3000'),
  DYNAMODB_PORT: v.optional(port('DYNAMODB_PORT')),
  SECRETS_MANAGER_PORT: v.optional(port('SECRETS_MANAGER_PORT')),
  KMS_PORT: v.optional(port('KMS_PORT')),
  DATA_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('DATA_DIR must not be empty.'))),
  AWS_ENDPOINT_URL_DYNAMODB: v.optional(
    v.pipe(
      v.string(),
      v.check(isHttpUrl, 'AWS_ENDPOINT_URL_DYNAMODB must be a URL, such as http://127.0.0.1:8000.'),
      v.check(
        (url) => !namesAws(url),
        'AWS_ENDPOINT_URL_DYNAMODB names AWS itself. Name a local engine: the local service and its demo users must not run on AWS.',
      ),
    ),
  ),
  TABLE_NAME: v.optional(v.string(), 'consent-register'),
  ALLOWED_ADDRESSES: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => areRanges(text.split(',')), `ALLOWED_ADDRESSES ${rangesRule}; separate them by commas.`),
    ),
  ),
  EVENTS_TO: v.optional(v.pipe(v.string(), v.check(isHttpUrl, urlOfEvents('EVENTS_TO')))),
});

const Environment = v.pipe(
  Settings,
  v.check(
    ({ DYNAMODB_PORT, AWS_ENDPOINT_URL_DYNAMODB }) =>
      DYNAMODB_PORT === undefined || AWS_ENDPOINT_URL_DYNAMODB === undefined,
    'DYNAMODB_PORT is for the engine that the service starts, AWS_ENDPOINT_URL_DYNAMODB for one that runs. Unset one of the two.',
  ),
);

/** The settings of the local service. */
export type LocalEnvironment = v.InferOutput<typeof Environment>;

/** @param name of the option or variable. @throws CommandError usage with what is wrong */
export const parsePort = (name: string, text: string): number => {
  const { success, output, issues } = v.safeParse(port(name), text);
  if (!success) throw new CommandError(issues.map(({ message }) => message).join(' '), 'usage');
  return output;
};

/** @throws CommandError with what is wrong */
export const readEnvironment = (): LocalEnvironment => {
  const result = v.safeParse(Environment, process.env);
  if (!result.success) throw new CommandError(result.issues.map(({ message }) => message).join(' '), 'usage');
  return result.output;
};

/** The local service's event bus, by its name. */
export const eventBusName = 'consent-register';

/** The bucket for anchors of the local log. */
export const anchorBucket = 'consent-register-anchors';

/**
 * Sets what the functions and AWS clients in this process read, as Lambda would. For our own engine the
 * credentials are fictional, whatever profile the user has; another engine may need the user's own.
 */
export const setFunctionEnvironment = (values: {
  readonly tableName: string;
  readonly logTableName: string;
  readonly dynamoDb: { readonly endpoint: string; readonly isOurs: boolean };
  readonly secretsManager: string;
  readonly signingKeySecret: string;
  readonly kms: string;
  readonly s3: string;
  readonly evidenceKey: EvidenceKeyName;
  readonly encryptionKey: string;
  /** The secret of links, and where the service is called; without it, it makes none. */
  readonly links?: { readonly secret: string; readonly baseUrl: string };
  /** The stand-in for Amazon SES, and where links of mails lead; without it, no mail is sent. */
  readonly mail?: { readonly endpoint: string; readonly baseUrl: string };
  /** Endpoint of EventBridge; without it, no events are sent. */
  readonly eventBridge?: string;
}): void => {
  const { env } = process;
  const hasOwn = env.AWS_ACCESS_KEY_ID !== undefined && env.AWS_SECRET_ACCESS_KEY !== undefined;
  if (values.dynamoDb.isOurs || !hasOwn) {
    for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN']) delete env[name];
    Object.assign(env, { AWS_REGION: 'local', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' });
  }
  env.AWS_REGION ??= 'local';
  env.AWS_ENDPOINT_URL_DYNAMODB = values.dynamoDb.endpoint;
  env.AWS_ENDPOINT_URL_SECRETS_MANAGER = values.secretsManager;
  env.TABLE_NAME = values.tableName;
  env.LOG_TABLE_NAME = values.logTableName;
  env.ANCHOR_BUCKET = anchorBucket;
  env.SIGNING_KEY_SECRET = values.signingKeySecret;
  env.AWS_ENDPOINT_URL_KMS = values.kms;
  env.AWS_ENDPOINT_URL_S3 = values.s3;
  env.EVIDENCE_KEY = values.evidenceKey.id;
  env.ENCRYPTION_KEY = values.encryptionKey;
  env.STAGE = values.evidenceKey.stage;
  if (values.links) Object.assign(env, { LINK_SECRET: values.links.secret, LINK_BASE_URL: values.links.baseUrl });
  if (values.mail) {
    Object.assign(env, {
      AWS_ENDPOINT_URL_SESV2: values.mail.endpoint,
      MAIL_FROM: 'consent-register@localhost',
      MAIL_CONFIGURATION_SET: 'consent-register-local',
      LINK_BASE_URL: values.mail.baseUrl,
    });
  }
  if (values.eventBridge === undefined) return;
  Object.assign(env, {
    AWS_ENDPOINT_URL_EVENTBRIDGE: values.eventBridge,
    EVENT_BUS: eventBusName,
    CONSENT_EVENTS: 'true',
  });
};
