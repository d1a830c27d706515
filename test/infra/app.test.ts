import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import flags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { afterAll, expect, test } from 'vitest';
import cdk from '../../cdk.json' with { type: 'json' };

const outdir = await mkdtemp(join(tmpdir(), 'consent-register-app-'));
afterAll(() => rm(outdir, { recursive: true }));

/** Runs the app as CDK's command line does, but for bundling. Returns what it says on stderr and its exit code. */
const runApp = async (context: Readonly<Record<string, unknown>>): Promise<{ code: number; said: string }> => {
  const [command = '', ...parameters] = cdk.app.split(' ');
  const given = { ...cdk.context, 'aws:cdk:bundling-stacks': [], ...context };
  const env = { PATH: process.env.PATH, CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: JSON.stringify(given) };
  try {
    const { stderr } = await promisify(execFile)(command, parameters, { env });
    return { code: 0, said: stderr };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, said: stderr };
  }
};

test.each([{ stage: 'dev' }, { stage: 'dev', retainData: 'true' }, { stage: 'example' }])(
  '%j: no rule of cdk-nag or CloudFormation is broken',
  { timeout: 60_000 },
  async (context) => {
    expect(await runApp(context)).toEqual({ code: 0, said: '' });

    const { pluginReports } = JSON.parse(await readFile(join(outdir, 'validation-report.json'), 'utf8'));
    expect(pluginReports).toEqual([]);
  },
);

test('has every feature flag as CDK recommends it, so that its command has nothing to say of them', () => {
  expect(cdk.context).toEqual({ ...flags, '@aws-cdk/core:target-partitions': ['aws'] });
});

test('a wrong option fails with one line that names it', async () => {
  expect(await runApp({ logRetentionDays: '91' })).toEqual({
    code: 1,
    said: expect.stringMatching(/^Option logRetentionDays must be one of .*\.\n$/),
  });
});
