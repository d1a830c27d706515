import { expect, test } from 'vitest';
import { dayMilliseconds } from '../../../shared/time.ts';
import { admin, adminData } from '../../support/call/admin.ts';
import { newTenant } from '../../support/make/builders.ts';
import { erase } from '../../support/make/changes.ts';
import type { Draft } from '../../support/make/officer-register.ts';
import { newRegister, onDay, seedConsents } from '../../support/make/officer-register.ts';
import { openOwnLog } from '../../support/make/register-log.ts';

const register = await openOwnLog();
const { tenant, projects, versions } = await newRegister();
const { accountId } = tenant;
const drafts = Array.from({ length: 24 }, (_, i): Draft => {
  const given = onDay(i * 2);
  const version = versions[i % versions.length];
  if (version === undefined) throw new Error('There is no version.');
  return {
    userData: { email: `${i}@example.com` },
    given,
    projectUid: projects[i % 3] ?? '',
    version,
    lang: 'eng',
    channel: i % 2 === 0 ? 'web' : 'email',
    ...(i % 3 === 0 && { revoked: new Date(given.getTime() + 5 * dayMilliseconds) }),
  };
});
const seeded = await seedConsents(tenant, drafts);
await erase(
  accountId,
  seeded.slice(0, 4).map(({ id }) => id),
  { extent: 'everything', now: onDay(50) },
);
await register.publish();

const report = (...words: readonly string[]) => adminData('report', ...words, '--account', accountId);

test.each([
  ['--until', '2026-04'],
  ['--by', 'month,version', '--from', '2026-03-10', '--until', '2026-05-02'],
  ['--by', 'channel,project,lang', '--until', '2026-06', '--project', projects[1] ?? ''],
  ['--by', 'version', '--until', '2026-04-15', '--notice', versions[0]?.name ?? ''],
])('by sums the figures are those of all consents: %s %s %s %s', async (...words) => {
  const { rows, read, ...asked } = (await report(...words)) as Record<string, unknown>;

  expect(await report(...words, '--sums')).toEqual({ ...asked, rows });
  expect(read).toBeDefined();
});

test('it says until when the sums count, and that no consent was read', async () => {
  const { stderr, stdout } = await admin('report', '--sums', '--account', accountId);

  expect(stderr).toMatch(/Counted from daily sums, up to \d{4}-.* UTC\. No consent was read\./);
  expect(stdout).toContain('24');
});

test.each([
  [['--by', 'state'], 'cannot group by state'],
  [['--by', 'gap'], 'cannot group by gap'],
  [['--html', 'report.html'], 'reads all consents'],
  [['--until', '2026-04-15T10:00'], 'whole days'],
])('what sums do not have is refused: %j', async (words, says) => {
  const { exitCode, stderr } = await admin('report', '--sums', ...words, '--account', accountId);

  expect(exitCode).toBe(2);
  expect(stderr).toContain(says);
});

test('an account whose sums do not have all consents is told what to do', async () => {
  const other = await newTenant();
  const { stderr } = await admin('report', '--sums', '--account', other.accountId);

  expect(stderr).toContain('log recount');
});
