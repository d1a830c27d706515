import { readdir } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { withDeployment } from '../../cli/deployment/deployment.ts';
import { openHost } from '../../cli/deployment/host.ts';
import { buildOnce } from '../support/make/built.ts';
import { useDeployedStage } from '../support/make/deployed-stage.ts';
import { newFolder } from '../support/make/machine.ts';

await useDeployedStage();

test('what is written to work on a stage is deleted afterwards', async () => {
  await buildOnce();
  const temporary = newFolder();
  vi.stubEnv('TMPDIR', temporary);
  const choice = { who: '`diff`', stage: 'dev', region: undefined, install: undefined };

  const found = await withDeployment(choice, openHost('dev', {}), async ({ toolkit, source, stackName }) => {
    await using made = await toolkit.synth(source);
    expect(made.cloudAssembly.getStackByName(stackName).templateFullPath).toContain(temporary);
    return readdir(temporary);
  });

  expect(found).toHaveLength(1);
  expect(await readdir(temporary)).toEqual([]);
});
