import { expect, test } from 'vitest';
import type { Extent } from '../../../shared/consents/erasure/erasures.ts';
import { findUndonePlans, listErasures } from '../../../shared/consents/erasure/erasures.ts';
import type { ConsentRecord } from '../../../shared/consents/record.ts';
import { dieAtWrite } from '../../support/faults/death.ts';
import { startStoreProxy } from '../../support/faults/store-proxy.ts';
import { passTime, setTime } from '../../support/make/clock.ts';
import { makeFolder } from '../../support/make/exports.ts';

const proxy = await startStoreProxy();
const { admin, adminData } = await import('../../support/call/admin.ts');
const { readAllItems } = await import('../../support/make/stored.ts');
const { addConsent, newTenant } = await import('../../support/make/builders.ts');
const { noiseOf } = await import('../../support/make/exports.ts');
const { invoke } = await import('../../support/call/invoke.ts');
const { erasures, table } = await import('../../support/make/table.ts');

type Tenant = Awaited<ReturnType<typeof newTenant>>;

/** Has a command die at its so many-th write, which does not come to the table. @returns whether it has so many */
const dieAt = async (write: number, words: readonly string[]): Promise<boolean> =>
  (
    await dieAtWrite(
      proxy,
      (_call, writes) => writes === write,
      false,
      () => admin(...words),
    )
  ).isDead;

/**
 * Has work be killed at each write that it makes, each time from the beginning.
 *
 * @param every how many writes lie between two kills
 * @returns how often it was killed
 */
const atEachWrite = async (kill: (write: number) => Promise<boolean>, every = 1): Promise<number> => {
  let kills = 0;
  while (await kill(1 + kills * every)) kills += 1;
  return kills;
};

const longProof = { html: noiseOf(1, 9_000) };
const ada = { email: 'ada@example.com', club: 'C-1' };

/** Ada has agreed to two notices with one long proof, and withdrawn with another; Bo has agreed to two, and withdrawn one. */
const newShop = async () => {
  const tenant = await newTenant({ notices: 2 });
  const both = { consentInformationPid: tenant.notices.map(({ pid }) => pid), proof: longProof };
  const idsOf = ({ data }: { readonly data: readonly { readonly consentId: string }[] }) =>
    data.map(({ consentId }) => consentId);
  const revoke = (id: string, proof: object) => invoke('revokeConsent', { id, proof }, { token: tenant.token });
  const together = idsOf(await addConsent(tenant, { userData: ada, ...both }));
  const { consentId: withdrawn } = await addConsent(tenant, { userData: ada });
  const others = idsOf(await addConsent(tenant, { userData: { email: 'bo@example.com', club: 'C-1' }, ...both }));
  await revoke(withdrawn, { html: noiseOf(2, 16_000) });
  await revoke(others[0] ?? '', longProof);
  return { tenant, theirs: [...together, withdrawn], others, ended: [withdrawn, others[0] ?? ''] };
};

const readRecords = ({ token }: Tenant, ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => {
      for (;;) {
        const { status, body } = await invoke('searchConsents', { id, userData: '' }, { token });
        // The engine of a busy machine is waited for.
        if (status !== 503) return [id, body.data[0] as ConsentRecord | undefined] as const;
      }
    }),
  );

type Records = Awaited<ReturnType<typeof readRecords>>;

const isErased = (record: Records[number][1]): boolean =>
  record === undefined || (Object.keys(record.userData).length === 0 && Object.keys(record.proof).length === 0);

/** Those that are neither erased nor what they were: half erased, or without the proof that another one kept. */
const findTorn = (before: Records, now: Records): string[] =>
  now.flatMap(([id, record], i) => {
    if (isErased(record)) return [];
    return JSON.stringify(record) === JSON.stringify(before[i]?.[1]) ? [] : [id];
  });

/** What erasures should have taken and did not: a long proof, or whatever names a consent that is gone. */
const findLeft = async (ids: readonly string[], extent: Extent): Promise<string[]> =>
  (await readAllItems(table))
    .map(({ PK, SK }) => `${PK} ${SK}`)
    .filter((key) => extent === 'everything' || key.includes('PROOF'))
    .filter((key) => ids.some((id) => key.includes(id)));

/** A purge differs in what it erases, not in how: every third of its writes will do. */
const errands = {
  'of a person': { words: ['person', 'erase', 'email=ada@example.com'], extent: 'evidence', every: 1 },
  'of a person with everything': {
    words: ['person', 'erase', 'email=ada@example.com', '--everything'],
    extent: 'everything',
    every: 1,
  },
  'of what ended': { words: ['consent', 'purge', '--ended-before'], extent: 'evidence', every: 3 },
} as const;

test.each(Object.entries(errands))(
  'an erasure %s that dies at any write is finished by the same command',
  async (_name, errand) => {
    const taken: string[] = [];
    setTime(new Date());
    const killed = await atEachWrite(async (write) => {
      const { tenant, theirs, others, ended } = await newShop();
      passTime(1_000);
      const isPurge = errand.words[0] === 'consent';
      const moment = isPurge ? [new Date().toISOString()] : [];
      const words = [...errand.words, ...moment, '--account', tenant.accountId, '--yes', '--json'];
      const erased: readonly string[] = isPurge ? ended : theirs;
      const all = [...theirs, ...others];
      const before = await readRecords(tenant, all);
      const isDead = await dieAt(write, words);
      const died = await readRecords(tenant, all);
      const undone = await findUndonePlans(erasures, tenant.accountId);
      const begun = died.filter(([id, record]) => erased.includes(id) && isErased(record)).length;
      const { exitCode } = isDead ? await admin(...words) : { exitCode: 0 };
      const now = await readRecords(tenant, all);
      const listed = (await Array.fromAsync(listErasures(erasures, tenant.accountId))).flat();

      // Complete, or not begun, or listed as undone.
      expect(begun === 0 || begun === erased.length || undone.length > 0).toBe(true);
      expect(exitCode).toBe(0);
      expect(await findUndonePlans(erasures, tenant.accountId)).toEqual([]);
      expect({ write, torn: findTorn(before, died), left: findTorn(before, now) }).toEqual({
        write,
        torn: [],
        left: [],
      });
      expect(
        now
          .filter(([, record]) => isErased(record))
          .map(([id]) => id)
          .sort(),
      ).toEqual([...erased].sort());
      expect(listed.map(({ consentId }) => consentId).sort()).toEqual([...erased].sort());
      expect(listed.every(({ extent }) => extent === errand.extent)).toBe(true);
      taken.push(...erased);
      return isDead;
    }, errand.every);

    expect(killed * errand.every).toBeGreaterThan(4);
    expect(await findLeft(taken, errand.extent)).toEqual([]);
  },
);

const files = makeFolder();

/** A file of some consents, every third with a long proof of its revocation, and its mapping. */
const writeCrmFile = async ({ projectUid, notices: [notice] }: Tenant, consents: number) => {
  const rows = Array.from({ length: consents }, (_, i) => {
    const left = i % 3 === 0 ? `2025-01-01T00:00:00.000Z,${noiseOf(i, 20_000)}` : ',';
    return `${i},2024-01-01T00:0${i}:00.000Z,ada-${i}@example.com,${left}`;
  });
  const mapping = {
    key: ['id'],
    project: { value: projectUid },
    notice: { value: notice?.name },
    version: { value: '1' },
    time: { column: 'given' },
    userData: { email: { column: 'email' }, number: { column: 'id' } },
    proof: { source: { value: 'The CRM' } },
    revocation: { time: { column: 'left' }, proof: { html: { column: 'why' } } },
  };
  return {
    file: await files.put('crm.csv', ['id,given,email,left,why', ...rows, ''].join('\n')),
    mapping: await files.put('crm.json', JSON.stringify(mapping)),
  };
};

test('an import that dies at any write is finished by the same command: no consent twice, missing or in part', async () => {
  const consents = 6;
  const killed = await atEachWrite(async (write) => {
    const tenant = await newTenant();
    const { token, accountId } = tenant;
    const { file, mapping } = await writeCrmFile(tenant, consents);
    const words = ['consent', 'import', file, '--mapping', mapping, '--source', 'CRM', '--account', accountId, '--yes'];
    const isDead = await dieAt(write, words);
    const list = async () => {
      const { body } = await invoke(
        'searchConsents',
        { projectUid: tenant.projectUid, userData: '', perPage: 50 },
        { token },
      );
      return body.data;
    };
    const found = await list();
    const { imported, there } = await adminData(...words);
    const inTheEnd = await list();

    expect({ write, all: imported + there }).toEqual({ write, all: consents });
    expect(there).toBeGreaterThanOrEqual(found.length);
    expect(inTheEnd.map(({ userData }) => Object(userData).email).sort()).toEqual(
      Array.from({ length: consents }, (_, i) => `ada-${i}@example.com`),
    );
    return isDead;
  });

  expect(killed).toBeGreaterThan(consents);
});
