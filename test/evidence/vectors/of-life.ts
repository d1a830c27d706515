import type { Statement } from '../../../shared/evidence/statement.ts';
import { doubtfulStatements } from '../sound-statements.ts';
import type { Files } from './vector.ts';
import { logged, rehash, sealWith, tell, withLog, without } from './vector.ts';

const on = (day: string): Date => new Date(`${day}T12:00:00.000Z`);
const imported = { source: 'crm', line: 7, at: on('2026-04-02'), by: 'local:ada' };

/** What a consent may come through, each with its log. */
const lives: Readonly<Record<string, Statement>> = {
  'valid-revoked.json': tell({ times: { revoked: on('2026-04-01') } }),
  'valid-expired.json': tell({ validityDays: 30 }),
  'valid-superseded.json': tell({ askedAgain: on('2026-04-01') }),
  'valid-erased.json': tell({ times: { revoked: on('2026-04-01'), erased: on('2026-05-01') } }),
  'valid-received-by.json': tell({
    channel: 'web',
    proof: { received_by: 'telephone' },
    times: { revoked: on('2026-04-01') },
    revocation: { channel: 'web', proof: { received_by: 'letter' } },
  }),
  'valid-received-by-unknown.json': tell({
    channel: 'web',
    proof: { received_by: 'pigeon' },
    times: { revoked: on('2026-04-01') },
    revocation: { channel: 'email', proof: { received_by: 'letter' } },
  }),
  'valid-imported.json': tell({ imported }),
  'valid-imported-revoked.json': tell({
    imported: { ...imported, withRevocation: true },
    times: { revoked: on('2026-04-01') },
  }),
};

const makeLives = async (): Promise<Files> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(lives).map(async ([name, statement]) => [
        name,
        withLog((await logged(statement)).document, statement),
      ]),
    ),
  );

/** What only a damaged table explains. None has a log. */
const doubts: Files = Object.fromEntries(
  ['notice-text', 'notice-language', 'notice-terms', 'record-notice', 'id-time', 'observation'].map((check) => [
    `doubt-${check}.json`,
    sealWith(doubtfulStatements[check]?.()),
  ]),
);

const makeVersions = async (): Promise<Files> => {
  const asked = tell({ askedAgain: on('2026-04-01') });
  const renumber = <Version extends { readonly version: number }>(one: Version): Version => ({
    ...one,
    version: one.version === 2 ? 3 : one.version,
  });
  const { history, askedAgainBy } = asked.notice;
  const notice = {
    ...asked.notice,
    history: history.map(renumber),
    askedAgainBy: askedAgainBy && renumber(askedAgainBy),
  };
  const gap = await rehash({ ...asked, notice });
  const [only] = tell().notice.history;
  const earlier = {
    ...only,
    versionId: 'e'.repeat(32),
    publishedAt: '2025-01-01T00:00:00.000Z',
    currentUntil: only?.publishedAt ?? null,
  };
  const second = await rehash({
    ...tell(),
    notice: { ...tell().notice, version: 2, history: [earlier, { ...only, version: 2 }] },
  } as Statement);
  const ofSecond = (await logged(second)).document;
  const young = tell({ askedAgain: new Date('2026-05-31T23:30:00.000Z') });
  const { document } = await logged(young);
  const [first] = young.notice.history;
  const before = ofSecond.leaves.filter((leaf) => !('versionId' in leaf) || leaf.versionId !== earlier.versionId);
  const ofFirst = document.leaves.filter((leaf) => 'versionId' in leaf && leaf.versionId === first?.versionId);
  return {
    'doubt-version-gap.json': withLog((await logged(gap)).document, gap),
    'valid-version-before.json': withLog({ ...ofSecond, leaves: before }, second),
    'valid-version-young.json': withLog(
      { ...document, leaves: [...without('notice.published', document).leaves, ...ofFirst] },
      young,
    ),
  };
};

/** With one checkpoint of a time that cannot be. */
const checkedAt = async (time: string): Promise<string> => withLog((await logged(tell(), { time })).document);

export const lifeVectors = async (): Promise<Files> => ({
  ...(await makeLives()),
  ...doubts,
  ...(await makeVersions()),
  'valid-issued-five-minutes-later.json': sealWith(tell({}, '2026-12-01T00:05:00.000Z')),
  'doubt-issued-later.json': sealWith(tell({}, '2026-12-01T00:05:00.001Z')),
  'doubt-checkpoint-2099.json': await checkedAt('2099-01-01T00:00:00.000Z'),
  'doubt-checkpoint-too-early.json': await checkedAt('2026-01-01T00:00:00.000Z'),
});
