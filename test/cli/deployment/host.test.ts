import type { IoMessage } from '@aws-cdk/toolkit-lib';
import { describe, expect, test, vi } from 'vitest';
import { describeActivity, openHost } from '../../../cli/deployment/host.ts';
import { speakJson } from '../../../cli/printing/format.ts';

const activity = (ResourceStatus: string, ResourceStatusReason?: string) => ({
  event: {
    LogicalResourceId: 'Table',
    ResourceType: 'AWS::DynamoDB::GlobalTable',
    ResourceStatus,
    ResourceStatusReason,
  },
  progress: { completed: 3, total: 90 },
});

test.each([
  ['CREATE_COMPLETE', '3/90 Table (AWS::DynamoDB::GlobalTable) create complete'],
  ['DELETE_SKIPPED', undefined],
  ['CREATE_IN_PROGRESS', undefined],
  ['CREATE_FAILED', '3/90 Table (AWS::DynamoDB::GlobalTable) create failed: no such key'],
])('of a resource in %s one line tells: %o', (status, line) => {
  expect(describeActivity(activity(status, 'no such key'))).toBe(line);
});

test('resources beyond those of the template are counted without their number', () => {
  const { event } = activity('DELETE_COMPLETE');

  expect(describeActivity({ event, progress: { completed: 91, total: 90 } })).toMatch(/^91 Table /);
  expect(describeActivity({ event, progress: { completed: 1 } })).toMatch(/^1 Table /);
});

const message = (code: string, text: string, data: unknown = {}, level = 'info') =>
  ({ time: new Date(), level, action: 'deploy', code, message: text, data }) as IoMessage<unknown>;

/** What is printed while something is done. */
const listen = async (work: () => Promise<unknown>): Promise<string> => {
  speakJson(false);
  const write = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  try {
    await work();
    return write.mock.calls.map(([text]) => text).join('');
  } finally {
    write.mockRestore();
  }
};

describe('the question whether to deploy', () => {
  const ask = (changes: object, options: Parameters<typeof openHost>[1]) => {
    const host = openHost('prod', options);
    const request = message(
      'CDK_TOOLKIT_I5060',
      'the changes\n\nStack includes updates. Do you wish to deploy these changes?',
      { permissionChangeType: 'none', destructiveChanges: [], ...changes },
    );
    return {
      host,
      answer: host.ioHost.requestResponse({ ...request, code: 'CDK_TOOLKIT_I5060', defaultResponse: true }),
    };
  };
  const replaced = { destructiveChanges: [{ logicalId: 'Table', impact: 'WILL_REPLACE' }] };
  const broader = { permissionChangeType: 'broadening' };

  test.each([
    ['a change that broadens nothing', {}, {}],
    ['broader rights where nothing is to be asked', broader, { approval: 'never' as const }],
  ])('is not asked of %s', async (_, changes, options) => {
    const { host, answer } = ask(changes, options);

    expect([await answer, host.refusal()]).toEqual([true, undefined]);
  });

  test.each([
    ['broader rights', broader, {}, 'the changes\n'],
    ['a replacement', replaced, {}, 'the changes\nTable: will replace\n'],
    ['any change where all are asked about', {}, { approval: 'any-change' as const }, 'the changes\n'],
  ])('is asked of %s, after the changes', async (_, changes, options, shown) => {
    const said = await listen(async () => {
      const { host, answer } = ask(changes, options);
      expect(await answer).toBe(false);
      expect(host.refusal()?.message).toBe('Deploy these changes to stage prod? Confirm with --yes.');
    });

    expect(said).toBe(shown);
  });

  test('is answered beforehand by --yes', async () => {
    await listen(async () => expect(await ask(replaced, { yes: true }).answer).toBe(true));
  });
});

test('a question whether to roll back is asked too, and others have the answer of CDK', async () => {
  const host = openHost('prod', {});
  const question = (code: 'CDK_TOOLKIT_I5050' | 'CDK_TOOLKIT_I7010') =>
    host.ioHost.requestResponse({ ...message(code, 'Roll back'), code, defaultResponse: true });

  expect(await question('CDK_TOOLKIT_I7010')).toBe(true);
  expect(await question('CDK_TOOLKIT_I5050')).toBe(false);
  expect(host.refusal()?.message).toBe('Roll back? Confirm with --yes.');
});

test('of what CDK says, resources and faults are told, without colours; all of it if that is wanted', async () => {
  const say = async (verbose: boolean) => {
    const { ioHost } = openHost('prod', { verbose });
    await ioHost.notify(message('CDK_TOOLKIT_I5502', 'progress', activity('CREATE_COMPLETE')));
    await ioHost.notify(message('CDK_TOOLKIT_I1000', 'synthesis time'));
    await ioHost.notify(message('CDK_TOOLKIT_W5400', '\u001b[33mbeware\u001b[39m', {}, 'warn'));
    await ioHost.notify(message('CDK_TOOLKIT_W1', 'This makes potentially sensitive changes', {}, 'warn'));
  };

  expect(await listen(() => say(false))).toBe('3/90 Table (AWS::DynamoDB::GlobalTable) create complete\nbeware\n');
  expect(await listen(() => say(true))).toBe(
    'progress\nsynthesis time\nbeware\nThis makes potentially sensitive changes\n',
  );
});
