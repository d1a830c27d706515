import { readFile, rm } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { nameStageFile, stageFilePath } from '../../infra/stage-file.ts';
import type { Terminal } from '../e2e/terminal.ts';
import { openTerminal } from '../e2e/terminal.ts';

const stage = 'prod-of-terminal';

afterEach(() => rm(stageFilePath(stage), { force: true }));

/** Nobody has logged in to AWS here. */
const settings = {
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
};

const type = (): Terminal => openTerminal(process.execPath, ['cli/bin.js', 'init'], { settings });

const answer = async (terminal: Terminal, question: string, text: string): Promise<void> => {
  await terminal.waitFor(question);
  terminal.type(`${text}\r`);
};

test('init asks for what a stage needs, again for what is wrong, and first of all whether a file may be replaced', async () => {
  const terminal = type();

  await answer(terminal, 'Name of the stage', stage);
  await answer(terminal, 'AWS region, such as eu-west-1:', 'Ireland');
  await answer(terminal, 'It must be an AWS region such as eu-west-1.', `${'\u007f'.repeat(7)}eu-west-1`);
  await answer(terminal, 'AWS account, twelve digits (empty: any):', '');
  await answer(terminal, 'Where do alarms go?', 'operations@shop.example');
  await terminal.waitFor('Ten years are 3653 days.');
  await answer(terminal, 'For how many days is each anchor locked?', '3653');
  await answer(terminal, 'Serve the console', 'y');

  expect(await terminal.ended).toBe(0);
  expect(JSON.parse(await readFile(stageFilePath(stage), 'utf8'))).toEqual({
    region: 'eu-west-1',
    alarmEmail: 'operations@shop.example',
    anchorRetentionDays: 3653,
    console: true,
  });

  const again = type();
  await answer(again, 'Name of the stage', stage);
  await answer(again, `${nameStageFile(stage)} is there already. Replace it, with all options in it?`, 'n');

  expect(await again.ended).toBe(4);
  expect(JSON.parse(await readFile(stageFilePath(stage), 'utf8'))).toMatchObject({ region: 'eu-west-1' });
});
