import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import * as v from 'valibot';
import { optionSchemas, parseOptions, WrongOption } from '../../infra/options.ts';
import { nameStageFile, stageFilePath } from '../../infra/stage-file.ts';
import manifest from '../../package.json' with { type: 'json' };
import { callOf, isInstalled } from '../../shared/runtime/installation.ts';
import { isDevelopment, stageName } from '../../shared/runtime/stage.ts';
import { attempt } from '../../shared/runtime/values.ts';
import { command, offline } from '../action.ts';
import { CommandError } from '../errors.ts';
import { errorCode } from '../input/files.ts';
import { askFirst, askText, askWhether, isInteractive, tell } from '../input/terminal.ts';
import { makeFolder } from '../output/files.ts';
import { toWord } from '../output/format.ts';
import { note } from '../output/print.ts';
import { toDetails } from '../output/rows.ts';
import { commandClientLimits } from '../stage/open-table.ts';

/** Ranges of versions, by the names of packages. */
type Packages = Readonly<Record<string, string>>;

/** What `npm install` must bring for a deployment, by the package.json of this package. */
export const deploymentPackages = (): Packages => {
  const { peerDependencies } = v.parse(v.object({ peerDependencies: v.record(v.string(), v.string()) }), manifest);
  return { 'consent-register': `^${manifest.version}`, ...peerDependencies };
};

/**
 * The files that a folder lacks before CDK's command line deploys a stage from it, by their names: what is there stays, and a
 * package.json gets the packages that are missing from it.
 *
 * @throws CommandError usage when the folder is that of another CDK app
 */
export const planProject = (folder: string, packages: Packages): ReadonlyMap<string, string> => {
  const settings = read(folder, 'cdk.json');
  if (settings !== undefined && settings.app !== cdkSettings.app) {
    throw new CommandError(
      'cdk.json here is that of another CDK app. Use an empty folder, or put the construct into that app: "In your own CDK app" in docs/deploy.md.',
      'usage',
    );
  }
  const found = read(folder, 'package.json');
  const written = writeManifest(found, packages);
  return new Map([
    ...(found !== undefined && written === toText(found) ? [] : [['package.json', written] as const]),
    ...(settings === undefined ? [['cdk.json', toText(cdkSettings)] as const] : []),
  ]);
};

/** What CDK's command line runs; that it asks before any change; and that it sends nobody what was run. */
const cdkSettings = {
  app: 'node node_modules/consent-register/infra/app.js',
  requireApproval: 'any-change',
  versionReporting: false,
  context: { 'cli-telemetry': false },
} as const;

const toText = (content: object): string => `${JSON.stringify(content, undefined, 2)}\n`;

const File = v.record(v.string(), v.unknown());

/** @throws CommandError usage when the file exists but is not a JSON object */
const read = (folder: string, name: string): v.InferOutput<typeof File> | undefined => {
  const path = join(folder, name);
  if (!existsSync(path)) return undefined;
  const content: unknown = attempt(() => JSON.parse(readFileSync(path, 'utf8')));
  if (!v.is(File, content)) throw new CommandError(`${name} is not a JSON object. Correct the file.`, 'usage');
  return content;
};

/** Adds what neither kind of dependency has. */
const writeManifest = (found: v.InferOutput<typeof File> = { private: true }, packages: Packages): string => {
  const { dependencies = {}, devDependencies = {} } = v.parse(
    v.object({ dependencies: v.optional(File), devDependencies: v.optional(File) }),
    found,
  );
  const missing = Object.entries(packages).filter(([name]) => !(name in dependencies || name in devDependencies));
  return missing.length === 0
    ? toText(found)
    : toText({ ...found, dependencies: { ...dependencies, ...Object.fromEntries(missing) } });
};

/** The options that the file gets, as it has them. */
type StageFile = Readonly<Record<string, string | number | boolean>>;

/** What is wrong with the value of an option; undefined if it is right. */
const checkOption =
  (name: keyof typeof optionSchemas) =>
  (text: string): string | undefined => {
    const { success, issues } = v.safeParse(optionSchemas[name], text.trim());
    return success ? undefined : `It ${issues[0].message}.`;
  };

const mayBeEmpty =
  (check: (text: string) => string | undefined) =>
  (text: string): string | undefined =>
    text.trim() === '' ? undefined : check(text);

/** What the credentials of this shell say, to be offered. */
const findUsual = async (): Promise<{ readonly region: string | undefined; readonly account: string | undefined }> => {
  const client = new STSClient({ ...commandClientLimits, maxAttempts: 1 });
  const region = await client.config.region().catch(() => undefined);
  if (region === undefined) return { region, account: undefined };
  const caller = await client.send(new GetCallerIdentityCommand({})).catch(() => undefined);
  return { region, account: caller?.Account };
};

const Given = v.object({
  local: v.optional(v.boolean()),
  stack: v.optional(v.string()),
  table: v.optional(v.string()),
  stage: v.optional(v.string()),
  region: v.optional(v.string()),
  awsAccount: v.optional(v.string()),
  alarmEmail: v.optional(v.string()),
  alarmTopicArn: v.optional(v.string()),
  alarms: v.optional(v.boolean()),
  anchorRetentionDays: v.optional(v.string()),
  console: v.optional(v.boolean()),
});
type Given = v.InferOutput<typeof Given>;

/** What a stage cannot do without, by the options of the command that say it. */
const findMissing = (given: Given): readonly string[] => {
  if (given.stage === undefined) return ['--stage'];
  const { region, alarmEmail, alarmTopicArn, alarms, anchorRetentionDays } = given;
  if (isDevelopment(given.stage)) return region === undefined ? ['--region'] : [];
  const isHeard = alarmEmail !== undefined || alarmTopicArn !== undefined || alarms === false;
  return [
    ...(region === undefined ? ['--region'] : []),
    ...(isHeard ? [] : ['--alarm-email, --alarm-topic-arn or --no-alarms']),
    ...(anchorRetentionDays === undefined ? ['--anchor-retention-days'] : []),
  ];
};

const askStage = (): Promise<string> =>
  askText('Name of the stage, such as prod, or dev for trials:', checkOption('stage'));

/** Asks who hears the alarms: an address, a topic, or nobody. */
const askAlarms = async (): Promise<Pick<Given, 'alarmEmail' | 'alarmTopicArn' | 'alarms'>> => {
  const checkWhere = (text: string): string | undefined =>
    text.trim() === '' ? undefined : checkOption(text.trim().startsWith('arn:') ? 'alarmTopicArn' : 'alarmEmail')(text);
  const where = (
    await askText("Where do alarms go? A team's email, the ARN of a topic in SNS, or empty for nowhere:", checkWhere)
  ).trim();
  if (where === '') return { alarms: false };
  return where.startsWith('arn:') ? { alarmTopicArn: where } : { alarmEmail: where };
};

const askRetention = (): Promise<string> => {
  tell(
    'The register anchors the state of its log in S3, locked, so that nobody can change evidence unseen. Nobody can delete an anchor before its days are over, nor shorten them, and the bucket stays as long. Ten years are 3653 days.',
  );
  return askText('For how many days is each anchor locked?', checkOption('anchorRetentionDays'));
};

/** Asks before a file is replaced. */
const askToReplace = async (stage: string, yes: boolean): Promise<void> => {
  if (!existsSync(stageFilePath(stage))) return;
  await askFirst(`${showFile(stage)} is there already. Replace it, with all options in it?`, yes);
};

/**
 * Asks for what is not given.
 *
 * @param yes whether a file may be replaced: who says no is not asked anything else
 */
const ask = async (given: Given, yes: boolean): Promise<Given> => {
  const stage = (given.stage ?? (await askStage())).trim();
  await askToReplace(stage, yes);
  const usual = await findUsual();
  const region = given.region ?? (await askText('AWS region, such as eu-west-1:', checkOption('region'), usual.region));
  const awsAccount =
    given.awsAccount ??
    (await askText('AWS account, twelve digits (empty: any):', mayBeEmpty(checkOption('account')), usual.account));
  const isHeard = [given.alarmEmail, given.alarmTopicArn, given.alarms].some((value) => value !== undefined);
  const alarms = isHeard || isDevelopment(stage) ? {} : await askAlarms();
  const anchorRetentionDays = given.anchorRetentionDays ?? (isDevelopment(stage) ? undefined : await askRetention());
  const wanted = given.console ?? (await askWhether('Serve the console for data protection officers at /console?'));
  return { ...given, ...alarms, stage, region, awsAccount, anchorRetentionDays, console: wanted };
};

/** The file, without what is at its default. */
const toFile = (given: Given): StageFile => {
  const { region, awsAccount = '', alarmEmail, alarmTopicArn, alarms, anchorRetentionDays } = given;
  const trim = (text: string): string => text.trim();
  return {
    ...(region !== undefined && { region: trim(region) }),
    ...(awsAccount.trim() !== '' && { account: trim(awsAccount) }),
    ...(alarmEmail !== undefined && { alarmEmail: trim(alarmEmail) }),
    ...(alarmTopicArn !== undefined && { alarmTopicArn: trim(alarmTopicArn) }),
    ...(alarms === false && { alarms: 'none' }),
    ...(anchorRetentionDays !== undefined && { anchorRetentionDays: toNumber(anchorRetentionDays) }),
    ...(given.console && { console: true }),
  };
};

/** A number as such, so that the file has one; the schema refuses other texts. */
const toNumber = (text: string): number | string => (/^\d+$/.test(text.trim()) ? Number(text) : text);

/** @throws CommandError usage with the words of the app */
const check = (stage: string, file: StageFile): void => {
  try {
    parseOptions({ stage, ...file });
  } catch (error) {
    if (!(error instanceof WrongOption)) throw error;
    const says = error.message.replace(/^Option (\w+)/, (words, name: string) => asTyped[name] ?? words);
    throw new CommandError(says, 'usage');
  }
};

/** The options of a stage, as this command has them. */
const asTyped: Readonly<Record<string, string>> = {
  region: '--region',
  account: '--aws-account',
  alarmEmail: '--alarm-email',
  alarmTopicArn: '--alarm-topic-arn',
  alarms: '--no-alarms',
  anchorRetentionDays: '--anchor-retention-days',
};

const write = async (path: string, text: string): Promise<void> => {
  try {
    await makeFolder(dirname(path));
    await writeFile(path, text);
  } catch (error) {
    throw new CommandError(`${path} cannot be written (${errorCode(error)}).`, 'usage');
  }
};

/** The folder in which CDK's command line runs: the clone, or the current one where the package is installed. */
const folderOf = (stage: string): string => resolve(dirname(stageFilePath(stage)), '..');

const isHere = (stage: string): boolean => folderOf(stage) === process.cwd();

/** The file of a stage as a shell opens it: `npm run` may be called in a folder below the clone. */
const showFile = (stage: string): string => (isHere(stage) ? nameStageFile(stage) : resolve(stageFilePath(stage)));

/** The lines that come next, in their order. */
const nextLines = (stage: string): readonly string[] => [
  ...(isHere(stage) ? [] : [`cd ${toWord(folderOf(stage))}`]),
  ...(isInstalled ? ['npm install'] : []),
  `npx cdk bootstrap -c stage=${stage}`,
  `npx cdk diff -c stage=${stage}`,
  `npx cdk deploy -c stage=${stage} --no-rollback`,
  callOf(`setup --stage ${stage}`),
  callOf(`evidence add-key --stage ${stage}`),
  callOf(`doctor --stage ${stage}`),
];

const noteNextSteps = (stage: string): void => {
  note('Next, with AWS credentials in this shell:');
  for (const line of nextLines(stage)) note(`  ${line}`);
  note('A domain and all other options: docs/deploy.md. Keep these files in version control.');
};

export const init = command(
  'init',
  'Asks what a new stage needs, and writes the files from which CDK deploys it',
  'init --stage prod --region eu-west-1 --alarm-email operations@shop.example --anchor-retention-days 3653',
  'stage',
)
  .option('--aws-account <id>', 'the AWS account that the stage is in; commands then work on no other')
  .option('--alarm-email <email>', 'address of a team that gets the alarms')
  .option('--alarm-topic-arn <arn>', 'a topic in SNS that gets the alarms instead')
  .option('--no-alarms', 'nobody gets the alarms')
  .option('--anchor-retention-days <days>', 'days for which nobody can delete an anchor, such as 3653')
  .option('--console', 'serve the console at /console')
  .option('--yes', 'replace a file that is there')
  .action(
    offline(async ({ alarms, yes = false }, command) => {
      // Where the option is not given, commander says that it is true.
      const { alarms: _, ...typed } = v.parse(Given, command.optsWithGlobals());
      const given = { ...typed, ...(!alarms && { alarms }) };
      const elsewhere = (['local', 'stack', 'table'] as const).find((name) => given[name] !== undefined);
      if (elsewhere !== undefined) {
        throw new CommandError(
          `init writes the file of a stage. Name it with --stage, without --${elsewhere}.`,
          'usage',
        );
      }
      if (given.stage !== undefined && !stageName.pattern.test(given.stage)) {
        throw new CommandError(
          `${JSON.stringify(given.stage)} cannot be the name of a stage: it ${stageName.rule}.`,
          'usage',
        );
      }
      const missing = findMissing(given);
      const project = isInstalled ? planProject('.', deploymentPackages()) : new Map<string, string>();
      if (missing.length > 0 && !isInteractive()) {
        throw new CommandError(`Questions need a terminal. In a script, give ${missing.join(', ')}.`, 'usage');
      }
      const complete = missing.length > 0 ? await ask(given, yes) : given;
      const { stage = '' } = complete;
      const file = toFile(complete);
      check(stage, file);
      if (missing.length === 0) await askToReplace(stage, yes);
      for (const [name, text] of project) await write(name, text);
      await write(stageFilePath(stage), `${JSON.stringify(file, undefined, 2)}\n`);
      noteNextSteps(stage);
      const files = [...project.keys(), showFile(stage)];
      return toDetails({ wrote: files.join(', ') }, { files, options: file, next: nextLines(stage) });
    }),
  );
