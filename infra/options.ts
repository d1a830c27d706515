import * as v from 'valibot';
import { isDevelopment } from '../shared/stage.ts';
import { loginRate } from './login-rate.ts';
import { findConflict } from './option-conflicts.ts';
import { GivenOptions, optionSchemas } from './option-schemas.ts';

const Options = v.pipe(
  GivenOptions,
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const complain = (name: keyof GivenOptions, message: string) => {
      addIssue({ message, path: [{ type: 'object', origin: 'value', input: value, key: name, value: value[name] }] });
      return NEVER;
    };
    const { domainName, certificateArn, hostedZoneId, hostedZoneName, ...rest } = value;
    const region = rest.region ?? (isDevelopment(rest.stage) ? 'us-east-1' : undefined);
    if (region === undefined) {
      return complain('region', `must be given, such as { "region": "eu-west-1" } in stages/${rest.stage}.json`);
    }
    const conflict = findConflict({ ...value, region });
    if (conflict) return complain(...conflict);
    const domain =
      domainName && certificateArn && hostedZoneId && hostedZoneName
        ? { domainName, certificateArn, hostedZoneId, hostedZoneName }
        : undefined;
    const usual = loginRate(rest.loginConcurrency, region);
    return {
      ...rest,
      loginsPerSecond: rest.loginsPerSecond ?? usual.loginsPerSecond,
      loginBurst: rest.loginBurst ?? usual.loginBurst,
      region,
      domain,
      retainData: rest.retainData ?? !isDevelopment(rest.stage),
    };
  }),
);

/** The complete options of a stage. */
export type Options = v.InferOutput<typeof Options>;

/** The custom domain of a stage. */
export type Domain = NonNullable<Options['domain']>;

/** A wrong option, in one line that names it. */
export class WrongOption extends Error {
  override readonly name = 'WrongOption';
}

/** @throws WrongOption */
export const parseOptions = (given: Readonly<Record<string, unknown>>): Options => {
  const result = v.safeParse(Options, given);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const name = v.getDotPath(issue)?.split('.')[0];
  const message =
    issue.type === 'strict_object'
      ? `is unknown. Known options: ${Object.keys(optionSchemas).join(', ')}`
      : issue.message;
  throw new WrongOption(`Option ${name} ${message}.`);
};
