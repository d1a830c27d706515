import type { AppProps, CfnElement } from 'aws-cdk-lib';
import { App, Stack } from 'aws-cdk-lib';
import { callOf } from '../shared/runtime/installation.ts';
import { isDevelopment, stageName, toStackName } from '../shared/runtime/stage.ts';
import { stackFlags } from './acknowledgements.ts';
import type { Options } from './options.ts';
import { parseOptions, WrongOption } from './options.ts';
import { Register } from './register.ts';
import { DamagedStageFile, nameStageFile, readStageFile } from './stage-file.ts';

/** Whether a file can have the name. */
const isStageName = (stage: unknown): stage is string => typeof stage === 'string' && stageName.pattern.test(stage);

type Given = Readonly<Record<string, unknown>>;

/** Context names that belong to CDK and its command line; all others are options. */
const isOfCdk = (name: string): boolean => /[:/@-]/.test(name) || name === 'metafile';

const tryToRead = (stage: string): Given | 'missing' => {
  try {
    return readStageFile(stage);
  } catch (error) {
    throw error instanceof DamagedStageFile ? new WrongOption(error.message) : error;
  }
};

const readFile = (stage: string): Given => {
  const content = tryToRead(stage);
  if (content !== 'missing') return content;
  if (isDevelopment(stage)) return {};
  throw new WrongOption(
    `Option stage names ${stage}, which has no file ${nameStageFile(stage)}. ${callOf(`init --stage ${stage}`)} writes it.`,
  );
};

/**
 * The options given for a stage: by its file and by context, which takes precedence. Every stage except development
 * stages must have a file, so that a deployment without it does not silently undo its options.
 *
 * @param context of the CDK app, such as `-c stage=prod` on the command line
 * @throws WrongOption when the file is missing or unreadable
 */
export const gatherOptions = (context: Given): Record<string, unknown> => {
  const given = Object.fromEntries(Object.entries(context).filter(([name]) => !isOfCdk(name)));
  const stage = given.stage ?? 'dev';
  if (!isStageName(stage)) return given;
  return { ...readFile(stage), ...given };
};

/** States where the file of the stage is or belongs, and how to choose another stage where none was named. */
const addPlace = (error: unknown, stage: unknown = 'dev'): unknown => {
  if (!(error instanceof WrongOption) || !isStageName(stage)) return error;
  const place =
    readStageFile(stage) === 'missing'
      ? `Stage ${stage} has no file: ${callOf(`init --stage ${stage}`)} writes it, and -c stage=<name> names another stage.`
      : `The options of the stage are in ${nameStageFile(stage)}.`;
  return new WrongOption(`${error.message} ${place}`);
};

/** The complete options of a stage. @throws WrongOption, which names the file if there is one */
export const readOptions = (context: Given): Options => {
  const given = gatherOptions(context);
  try {
    return parseOptions(given);
  } catch (error) {
    throw addPlace(error, given.stage);
  }
};

const describePlace = ({ stage, region, account }: Options): string =>
  `Stage ${stage} in ${region}, ${account ? `AWS account ${account}` : 'the AWS account of your credentials'}.`;

/** How to make the app of a stage. */
interface StageAppProps extends Pick<AppProps, 'context' | 'outdir'> {
  /** Hears in one line which stage it is: one whose name did not arrive is the one for development. */
  readonly tell?: (line: string) => void;
}

/**
 * The CDK app of one stage, in a clone and in the package.
 *
 * @param props its context has the options beside the file of the stage; CDK's command line adds what it was given
 * @throws WrongOption
 * @throws NotBuilt
 */
export const createStageApp = ({ tell, ...props }: StageAppProps = {}): App => {
  const app = new App({ ...props, context: { ...stackFlags, ...props.context } });
  const options = readOptions(app.node.getAllContext());
  new ConsentRegisterStack(app, options);
  tell?.(describePlace(options));
  return app;
};

/** What a stack with nothing but a register is for. */
export const stackPurpose = 'records, finds and revokes consents over one table';

/** A stack with nothing but a register, which has its id `Default`. */
export class RegisterStack extends Stack {
  /**
   * The path in the tree without CDK's hash, as in LoginFunction. CDK refuses to synthesise two equal paths. As for
   * CDK, the id Default is no part of it.
   */
  protected override allocateLogicalId({ node }: CfnElement): string {
    const names = node.scopes.slice(this.node.scopes.length).map((scope) => scope.node.id);
    return names
      .filter((name) => name !== 'Resource' && name !== 'Default')
      .join('')
      .replace(/[^A-Za-z0-9]/g, '');
  }
}

/** The consent register as one stack for each stage. */
export class ConsentRegisterStack extends RegisterStack {
  constructor(app: App, options: Options) {
    super(app, toStackName(options.stage), {
      description: `Consent register: ${stackPurpose}`,
      env: { region: options.region, ...(options.account !== undefined && { account: options.account }) },
      terminationProtection: options.retainData,
      tags: { application: 'consent-register', stage: options.stage },
    });
    new Register(this, 'Default', options);
  }
}
