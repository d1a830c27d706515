import type { EvidenceKey } from '../../shared/identity/keys/evidence-keys.ts';
import { isListed, readEvidenceKeys } from '../../shared/identity/keys/evidence-keys.ts';
import { dayMilliseconds } from '../../shared/time.ts';
import { explainState, findKey, toKmsLine } from './evidence/kms-key.ts';
import type { Stage } from '../stage/stage.ts';
import type { Check, Diagnosis } from './doctor/finding.ts';
import { ok, skipped, wrong } from './doctor/finding.ts';

const noKey = ({ signingKeySecret }: Stage): Diagnosis =>
  signingKeySecret === undefined
    ? skipped('not known for a table alone')
    : wrong('missing', 'Deploy the stage again to create it. Until then nothing can be signed.');

const signing: Check = {
  name: 'evidence key',
  look: async (stage, now) => {
    const { evidenceKey, table } = stage;
    if (evidenceKey === undefined) return noKey(stage);
    const { id } = evidenceKey;
    const [found, keys] = await Promise.all([findKey(id), readEvidenceKeys(table)]);
    const { arn, state = 'gone' } = found ?? {};
    if (state !== 'Enabled') {
      const { says, todo } = explainState(state, id);
      return wrong(says, todo);
    }
    const listed = keys.find((key) => key.arn === arn);
    return listed !== undefined && isListed(keys, listed, now)
      ? ok(`in use since ${listed.usedFrom}`)
      : wrong('not listed', 'Run `evidence add-key` to list it. Until then nobody can verify what it signs.');
  },
};

/** How long a former key may stay: by then, documents in transit have arrived and no deployment is rolled back. */
const graceDays = 30;

const isOver = ({ usedUntil }: EvidenceKey, now: Date): boolean =>
  usedUntil !== undefined && Date.parse(usedUntil) + graceDays * dayMilliseconds < now.getTime();

const former: Check = {
  name: 'former evidence keys',
  look: async ({ table, isLocal }, now) => {
    const over = (await readEvidenceKeys(table)).filter((key) => isOver(key, now));
    if (isLocal || over.length === 0) return ok('none to delete');
    const found = await Promise.all(over.map(({ arn }) => findKey(arn)));
    const left = over.filter((_, i) => found[i] !== undefined && found[i].state !== 'PendingDeletion');
    const [first] = left;
    if (first === undefined) return ok(`${over.length} deleted`);
    return wrong(
      `${first.arn} still exists; it stopped signing on ${first.usedUntil}`,
      `Delete it, so that nobody can sign with it. What it signed stays valid. ${toKmsLine('schedule-key-deletion', first.arn)}`,
    );
  },
};

export const evidenceChecks: readonly Check[] = [signing, former];
