import { Token } from 'aws-cdk-lib';
import type { Options } from './options.ts';
import { findAccount, WrongOption } from './options.ts';

/** Where the stack is. */
interface Place {
  readonly region: string;
  readonly account?: string;
}

type Given = Readonly<Record<string, unknown>>;

/**
 * What an option stands for while it is checked, if CloudFormation alone knows its value: it is of another resource of
 * the app, such as a topic. What else an option may be decides what is in the template, so it must be known before.
 */
const standIns: Readonly<Record<string, (place: Required<Place>) => string>> = {
  alarmTopicArn: ({ region, account }) => `arn:aws:sns:${region}:${account}:not-yet-known`,
  certificateArn: ({ region, account }) => `arn:aws:acm:${region}:${account}:certificate/not-yet-known`,
  checkpointBus: ({ region, account }) => `arn:aws:events:${region}:${account}:event-bus/not-yet-known`,
  hostedZoneId: () => 'Z0',
  keyAdministratorRole: ({ account }) => `arn:aws:iam::${account}:role/not-yet-known`,
};

const hasToken = (value: unknown): boolean =>
  Token.isUnresolved(value) || (typeof value === 'object' && value !== null && Object.values(value).some(hasToken));

/** Puts the tokens back in the place of what stood for them. */
const restore = (value: unknown, tokens: ReadonlyMap<unknown, unknown>): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return tokens.get(value) ?? value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, restore(each, tokens)]));
};

/**
 * Parses options. Some may be CDK tokens.
 *
 * @throws WrongOption when an option that must be known is a token
 */
export const letTokensThrough = (given: Given, place: Place, parse: (known: Given) => Options): Options => {
  const tokens = new Map<unknown, unknown>();
  const whole = { ...place, account: findAccount({ ...given, ...place }) ?? '000000000000' };
  const known = Object.entries(given).map(([name, value]) => {
    if (!hasToken(value)) return [name, value];
    const standIn = standIns[name]?.(whole);
    if (standIn === undefined) {
      throw new WrongOption(
        `Option ${name} must be known when the template is written. It cannot be a token of CDK, such as a parameter of the stack or an attribute of another resource.`,
      );
    }
    tokens.set(standIn, value);
    return [name, standIn];
  });
  return restore(parse(Object.fromEntries(known)), tokens) as Options;
};
