import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IStackSynthesizer } from 'aws-cdk-lib';
import { App, Aws, BootstraplessSynthesizer, CfnParameter, Fn } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { stageName, toStackName } from '../shared/runtime/stage.ts';
import { stackFlags } from './acknowledgements.ts';
import type { FunctionName } from './code.ts';
import { nameArchive } from './code.ts';
import type { Options } from './options.ts';
import { parseOptions } from './options.ts';
import { Register } from './register.ts';
import { RegisterStack, stackPurpose } from './stage-app.ts';

/** The parameters of the template: all that its reader chooses. */
export const templateParameters = {
  StageName: {
    description: 'Name of the stage. Call the stack ConsentRegister-<stage>, so that commands find it.',
    default: undefined,
    allowedPattern: '^(?!dev(-|$))[a-z][a-z0-9-]{0,19}$',
    constraintDescription: `${stageName.rule}. A stage for development, dev or dev-..., needs CDK: this template keeps what it stores.`,
  },
  AlarmEmail: {
    description: "A team's address that gets the alarms. AWS sends it a message to confirm.",
    default: undefined,
    allowedPattern: '^[A-Za-z0-9_+-]+([.][A-Za-z0-9_+-]+)*@[A-Za-z0-9]+([.-][A-Za-z0-9]+)*[.][A-Za-z]{2,}$',
    constraintDescription: 'must be an email address, such as operations@shop.example.',
  },
  CodeBucket: {
    description: 'Bucket with the archives of the release, in the region of the stack.',
    default: undefined,
    allowedPattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
    constraintDescription: 'must be the name of a bucket in S3, without s3:// and without a path.',
  },
  CodePrefix: {
    description: 'What the keys of the archives begin with in the bucket.',
    default: 'consent-register/',
    allowedPattern: "^([A-Za-z0-9!_.*'()-]+/)*$",
    constraintDescription: 'must end in a slash and not begin with one, such as consent-register/, or be empty.',
  },
} as const;

/** The options that are no parameter and have no default: anchors are locked for ten years, as docs/deploy.md has it. */
const fixedOptions = { anchorRetentionDays: 3_653 } as const;

/** Values that options are checked with instead of those that only CloudFormation knows. */
const standIns = { stage: 'any', alarmEmail: 'anybody@shop.example' } as const;

/**
 * The stage that CDK knows the stack by: no name has it, but the ids of three permissions, which so are those of that stage
 * deployed by CDK. In another they differ, and move without a gap.
 */
const stageOfIds = 'prod';

/** The register in a stack of any stage, AWS account and region, whose code CDK does not publish. */
class TemplateStack extends RegisterStack {
  constructor(app: App, version: string) {
    super(app, toStackName(stageOfIds), {
      description: `Consent register ${version}: ${stackPurpose}`,
      // CDK's class lacks `undefined` in types that its interface demands under exactOptionalPropertyTypes.
      synthesizer: new BootstraplessSynthesizer() as IStackSynthesizer,
      analyticsReporting: false,
    });
    const [stage, alarmEmail, bucketName, prefix] = this.addParameters();
    const options: Options = {
      ...parseOptions({ ...fixedOptions, ...standIns, region: Aws.REGION }),
      ...{ stage, alarmEmail },
    };
    const bucket = Bucket.fromBucketName(this, 'CodeOfFunctions', bucketName);
    const codeOf = (name: FunctionName): Code => Code.fromBucket(bucket, Fn.join('', [prefix, nameArchive(name)]));
    new Register(this, 'Default', options, { name: toStackName(stage), codeOf });
  }

  private addParameters() {
    const add = (name: keyof typeof templateParameters): string =>
      new CfnParameter(this, name, { type: 'String', ...templateParameters[name] }).valueAsString;
    return [add('StageName'), add('AlarmEmail'), add('CodeBucket'), add('CodePrefix')] as const;
  }
}

/**
 * The CloudFormation template of a register with default options, for those who have no CDK. Its archives are named by
 * `nameArchive`. The same code gives the same bytes.
 *
 * @param version of the release, which its description names
 * @throws NotBuilt
 */
export const writeTemplate = (version: string): string => {
  const outdir = mkdtempSync(join(tmpdir(), 'consent-register-template-'));
  try {
    const app = new App({ outdir, builtinCloudFormationValidation: false, context: stackFlags });
    const { artifactId } = new TemplateStack(app, version);
    return `${JSON.stringify(app.synth().getStackArtifact(artifactId).template, undefined, 1)}\n`;
  } finally {
    rmSync(outdir, { recursive: true });
  }
};
