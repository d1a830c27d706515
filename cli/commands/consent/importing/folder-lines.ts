import * as v from 'valibot';
import type { Project } from '../../../../shared/identity/project.ts';
import { identifier, time } from '../../../../shared/consents/exchange/consent-line.ts';
import { NoticeLine } from '../../../../shared/consents/exchange/notice-line.ts';
import { timeOf } from '../../../../shared/identifier.ts';
import { contentHash } from '../../../../shared/notices/text.ts';
import { noticeName } from '../../../notices/notice-file.ts';
import { checkName, checkUid } from '../../../typed/typed-text.ts';

const ProjectLine = v.strictObject({
  uid: v.pipe(
    v.string(),
    v.check((uid) => checkUid(uid) === undefined),
  ),
  id: identifier,
  name: v.pipe(
    v.string(),
    v.check((name) => checkName(name) === undefined),
  ),
  createdAt: time,
});

/** @throws ValiError when it is not a project as this register makes them */
export const parseProjectLine = (value: unknown): Project => v.parse(ProjectLine, value);

const Version = v.pipe(
  NoticeLine,
  v.check(({ name }) => noticeName.test(name)),
  v.check(({ versionId, publishedAt }) => timeOf(versionId).getTime() === new Date(publishedAt).getTime()),
  v.check(({ content, contentHash: hash }) => contentHash(content) === hash),
);

/** @throws ValiError when it is not a version as this register publishes them */
export const parseNoticeLine = (value: unknown): NoticeLine => v.parse(Version, value);

const hasDistinct = <Line>(lines: readonly Line[], tell: (line: Line) => unknown): boolean =>
  new Set(lines.map(tell)).size === lines.length;

/** Whether projects are distinct, and the versions of each notice are 1, 2, 3 and so on under one name of its own. */
export const areConsistent = (projects: readonly Project[], versions: readonly NoticeLine[]): boolean => {
  const notices = [...Map.groupBy(versions, ({ pid }) => pid).values()];
  return (
    hasDistinct(projects, ({ uid }) => uid) &&
    hasDistinct(projects, ({ id }) => id) &&
    hasDistinct(versions, ({ versionId }) => versionId) &&
    hasDistinct(notices, ([first]) => first?.name) &&
    notices.every(
      (lines) =>
        hasDistinct(lines, ({ version }) => version) &&
        lines.every(({ name, version }) => name === lines[0]?.name && version <= lines.length),
    )
  );
};
