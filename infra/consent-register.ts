import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { ConsentRegisterProps } from './consent-register-props.ts';
import type { Options } from './options.ts';
import { parseOptions, WrongOption } from './options.ts';
import { Register } from './register.ts';

/** Options of the stack, which it has of its own. */
const ofStack = ['region', 'account'] as const;

/** @param props of JavaScript without types too */
const read = (scope: Construct, props: Partial<ConsentRegisterProps>): Options => {
  const { region, account } = Stack.of(scope);
  const doubled = ofStack.find((name) => name in props);
  if (doubled) throw new WrongOption(`Option ${doubled} must be left out: the stack says it by its env.`);
  if (props.stage === undefined) throw new WrongOption("Option stage must be given, such as stage: 'prod'.");
  return parseOptions({ ...props, region, account });
};

/** The complete options. @throws WrongOption whose message begins with the path of the construct */
const readProps = (scope: Construct, id: string, props: ConsentRegisterProps): Options => {
  try {
    return read(scope, props ?? {});
  } catch (error) {
    if (!(error instanceof WrongOption)) throw error;
    throw new WrongOption(`${[...scope.node.path.split('/').filter(Boolean), id].join('/')}: ${error.message}`);
  }
};

/**
 * A consent register in your own stack: its API, functions, tables, keys and alarms. The ids of its resources, and so
 * its data, follow from its path in the stack: keep both once it is deployed.
 *
 * ```ts
 * const register = new ConsentRegister(this, 'Consents', {
 *   stage: 'prod',
 *   alarmEmail: 'operations@shop.example',
 *   anchorRetentionDays: 3653,
 * });
 * ```
 */
export class ConsentRegister extends Register {
  /** @throws WrongOption in one line that begins with the path of the construct, and names the option */
  constructor(scope: Construct, id: string, props: ConsentRegisterProps) {
    super(scope, id, readProps(scope, id, props));
  }
}
