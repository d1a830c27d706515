import { expect, test } from 'vitest';
import { runApp } from '../infra/app-process.ts';
import { buildOnce } from '../support/make/built.ts';

/** Further stages than the one that sets every option: what is there by default, and what is retained. */
test.each([{ stage: 'dev' }, { stage: 'dev', retainData: 'true' }])(
  '%j: no rule of cdk-nag or CloudFormation is broken',
  { timeout: 60_000 },
  async (context) => {
    await buildOnce();
    const { reports, code, said } = await runApp({ region: 'eu-west-1', ...context });

    expect(reports).toEqual([]);
    expect({ code, said }).toEqual({ code: 0, said: 'Stage dev in eu-west-1, the AWS account of your credentials.\n' });
  },
);
