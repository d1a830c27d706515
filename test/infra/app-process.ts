import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import cdk from '../../cdk.json' with { type: 'json' };
import { newFolder } from '../support/make/machine.ts';

/** What a run of the app came to. */
interface AppRun {
  readonly code: number;
  /** On stderr. */
  readonly said: string;
  /** What the rules of cdk-nag and CloudFormation found; undefined where they were not asked. */
  readonly reports: unknown;
  /** Where its templates are. */
  readonly outdir: string;
}

const readReports = async (outdir: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(join(outdir, 'validation-report.json'), 'utf8')).pluginReports;
  } catch {
    return undefined;
  }
};

/**
 * Runs the app as CDK's command line does once the build has ended.
 *
 * @param project the folder of the project, or of a copy
 */
export const runApp = async (
  context: Readonly<Record<string, unknown>>,
  project = join(import.meta.dirname, '../..'),
): Promise<AppRun> => {
  const outdir = newFolder();
  const [, ...words] = cdk.app.split(' ');
  const env = { CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: JSON.stringify(context) };
  try {
    const { stderr } = await promisify(execFile)(process.execPath, words, { cwd: project, env });
    return { code: 0, said: stderr, reports: await readReports(outdir), outdir };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, said: stderr, reports: await readReports(outdir), outdir };
  }
};
