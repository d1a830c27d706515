import { stripVTControlCharacters } from 'node:util';
import { callOf } from '../../shared/calls.ts';
import { CommandError } from '../command-error.ts';
import { toCommandError } from '../stage/failure.ts';

type Advice = (stage: string) => string;

const loginAgain: Advice = () => 'Log in to AWS again, and check AWS_PROFILE.';
const guide = '"When the first deployment fails" in docs/deploy.md says more.';

/** What a message of CDK or CloudFormation has in it -> what to do. The table in docs/deploy.md has the same. */
const advice: readonly (readonly [RegExp, Advice])[] = [
  [
    /Unable to resolve AWS account|ExpiredToken|\bSSO\b|Need to perform AWS calls|credentials (?:are|could|have)/i,
    loginAgain,
  ],
  [/ENOTFOUND|Could not connect to the endpoint/, () => 'Correct the region of the stage, and check the network.'],
  [
    /Has the environment been bootstrapped|\/cdk-bootstrap\/\w+\/version/,
    (stage) => `Bootstrap this AWS account and region first: ${callOf(`bootstrap --stage ${stage}`)}`,
  ],
  [
    /TerminationProtection is enabled/,
    () => 'The last deployment was rolled back: "After a rollback" in docs/deploy.md says how to clean up.',
  ],
  [
    /below its minimum value of/,
    () => 'Leave loginConcurrency out until your limit of concurrent executions is higher.',
  ],
  [/arm64|Architectures|Unrecognized resource types/, () => 'Choose another region.'],
  [
    /'MemorySize' value failed to satisfy constraint/,
    () => 'Lower loginMemoryMegabytes: a new AWS account gives a function at most 3,008 MB.',
  ],
  [
    /Tried to create resource record set.*but it already exists/s,
    () => 'Take the domain out of the stage that made the record, or delete its records.',
  ],
  [/The domain name you provided already exists/, () => 'Take the domain out of the other API of this region.'],
  [
    /No hosted zone found with ID|certificate/i,
    () => 'Correct the id of the hosted zone or the ARN of the certificate, in this AWS account and region.',
  ],
  [
    /is not authorized to perform|Caller does not have permissions to create a Service Linked Role|AccessDenied/,
    () => 'Your rights, or the policies that you bootstrapped with, lack this action.',
  ],
  [/cdk-hnb659fds-assets-.*already exists/s, () => 'Delete that bucket, then bootstrap again.'],
];

/** An error with all that caused it, the first cause last. */
const unfold = (error: unknown): readonly Error[] => (error instanceof Error ? [error, ...unfold(error.cause)] : []);

/** A message without colours, line breaks, and the sign that CDK puts before it. */
const toLine = ({ message }: Error): string =>
  stripVTControlCharacters(message)
    .replace(/^[^\w"'`]+/, '')
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ');

/** A failure of CDK or CloudFormation in one line, with what to do about it. */
export const explainFailure = (error: unknown, stage: string): unknown => {
  if (error instanceof CommandError || !(error instanceof Error)) return error;
  const causes = unfold(error);
  for (const cause of causes.toReversed()) {
    const known = toCommandError(cause, `stage ${stage}`);
    if (known instanceof CommandError && !cause.name.startsWith('AccessDenied')) return known;
  }
  const said = toLine(error);
  const [, what] = advice.find(([pattern]) => causes.some((cause) => pattern.test(cause.message))) ?? [];
  return new CommandError(`${said}${/[.!?]$/.test(said) ? '' : '.'} ${what?.(stage) ?? guide}`, 'unreachable');
};
