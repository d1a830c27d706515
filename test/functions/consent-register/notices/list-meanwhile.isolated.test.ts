import * as v from 'valibot';
import { expect, test } from 'vitest';
import { ListedNotices } from '../../../../shared/notices/version-answer.ts';
import { startStoreProxy } from '../../../support/faults/store-proxy.ts';

const proxy = await startStoreProxy();
const { newTenant, noticeContent } = await import('../../../support/make/builders.ts');
const { invoke } = await import('../../../support/call/invoke.ts');
const { createNotice, publishVersion } = await import('../../../support/make/notices.ts');
const { table } = await import('../../../support/make/table.ts');

/** What is done once versions were read, before the heads of notices are. */
const doBetween = (work: () => Promise<unknown>): void => {
  let finish = (): void => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let isFirst = true;
  proxy.intercept = async ({ name, input, forward }) => {
    const text = JSON.stringify(input);
    const readsVersions = name === 'Query' && text.includes('"VERSION#"');
    const readsHeads = (name === 'Query' || name === 'BatchGetItem') && text.includes('"NOTICE#');
    if (isFirst && readsVersions) {
      isFirst = false;
      const answer = await forward();
      proxy.intercept = undefined;
      await work();
      finish();
      return answer;
    }
    if (readsHeads) await done;
    return forward();
  };
};

test('a notice that is published while the list is read has its version', async () => {
  const tenant = await newTenant();
  doBetween(() => createNotice(table, tenant.accountId, noticeContent(), new Date()));

  const { body } = await invoke('listNotices', {}, tenant);
  expect(v.parse(ListedNotices, body).data.map(({ versions }) => versions.length)).toEqual([1, 1]);
});

test('a version that is published after its notice was read is there, with the title', async () => {
  const tenant = await newTenant();
  const { accountId, pid } = tenant;
  await invoke('listNotices', { pid }, tenant);
  const content = noticeContent({ title: { eng: 'Later' } });
  proxy.intercept = async ({ name, input, forward }) => {
    if (name !== 'Query' || !JSON.stringify(input).includes('"VERSION#"')) return forward();
    proxy.intercept = undefined;
    await publishVersion(table, accountId, pid, content, new Date());
    return forward();
  };

  const { body } = await invoke('listNotices', { pid }, tenant);
  expect(body.data).toMatchObject([
    { title: { eng: 'Later' }, versions: [{ version: 1 }, { version: 2, currentUntil: null }] },
  ]);
});

test('any version is given as it becomes visible item by item', async () => {
  const tenant = await newTenant();
  const id = tenant.notices[0]?.versionId ?? '';
  const late = new Set(['TEXT#', 'NOTICE#']);
  proxy.intercept = async ({ name, input, forward }) => {
    const text = JSON.stringify(input);
    const hidden = [...late].filter((kind) => name === 'BatchGetItem' && text.includes(kind));
    const answer = await forward();
    for (const kind of hidden) late.delete(kind);
    const entries = Object.entries((answer.output.Responses ?? {}) as Record<string, { SK: { S: string } }[]>);
    const visible = entries.map(([name, items]) => [
      name,
      items.filter(({ SK }) => !hidden.some((kind) => SK.S.startsWith(kind))),
    ]);
    return hidden.length === 0
      ? answer
      : { ...answer, output: { ...answer.output, Responses: Object.fromEntries(visible) } };
  };

  const { status, body } = await invoke('getNoticeVersion', { id }, tenant);
  proxy.intercept = undefined;
  expect([status, body.id, late.size]).toEqual([200, id, 0]);
});
