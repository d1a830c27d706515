import { lifeOf } from '../../shared/evidence/consent-life.ts';
import { consentLeavesOf, nameOfLeaf, versionLeavesOf, versionsNamed } from '../../shared/evidence/document-leaves.ts';
import type { Facts } from '../../shared/evidence/facts-schema.ts';
import type { NamedLeaf } from '../../shared/evidence/log-schema.ts';
import type { Check } from '../verification.ts';
import { asks } from '../verification.ts';
import { dueTimeOf, isYoung, nameLimit, timeOfEvent, tolerance, writeTime } from './event-times.ts';
import type { Proofs } from './proofs.ts';
import { firstOf, keptOf, proofOf, toldOf } from './proofs.ts';
import { tellTree } from './tree-heads.ts';

/** Checkpoints, of the document or kept, that contain an event later than their own time: one of the two times is wrong. */
export const doubtEarly = ({ facts, included, proving }: Proofs): readonly Check[] => {
  const proved = [...included, ...proving.map(({ leaf, kept }) => ({ leaf, head: kept.head }))];
  const doubts = proved.flatMap(({ leaf, head }) => {
    const time = timeOfEvent(leaf, facts);
    if (time === undefined || head.time.getTime() + tolerance >= time) return [];
    const said = { told: toldOf(leaf, facts), happened: writeTime(time), ...tellTree(head) };
    return [[`${nameOfLeaf(leaf)} ${head.size} ${said.time}`, asks('log-late', ['log-early', said])] as const];
  });
  return [...new Map(doubts).values()];
};

/** When the log had an event by the best source for its first checkpoint. */
const findLogged = (told: NamedLeaf, proofs: Proofs): number | undefined =>
  (firstOf(told, proofs)?.head ?? keptOf(told, proofs)?.kept.head)?.time.getTime();

/** Events that came into the log later than a log takes. @param proofs by checkpoints that prove a time */
export const doubtLate = (proofs: Proofs): readonly Check[] => {
  const { facts } = proofs;
  return [...consentLeavesOf(facts), ...versionLeavesOf(facts)].flatMap((leaf) => {
    const [logged, happened] = [findLogged(leaf, proofs), timeOfEvent(leaf, facts)];
    if (logged === undefined || happened === undefined || logged <= (dueTimeOf(leaf, facts) ?? 0)) return [];
    const said = { told: toldOf(leaf, facts), logged: writeTime(logged), happened: writeTime(happened) };
    return [asks('log-late', ['log-late', said])];
  });
};

/** Whether it is a version from before the one that was agreed to, by each entry with its id. None of these can have ended the consent. */
const isBefore = (leaf: NamedLeaf, facts: Facts): boolean => {
  const [agreed] = versionsNamed(lifeOf(facts.consent).first.notice.versionId, facts);
  return (
    leaf.event === 'notice.published' &&
    versionsNamed(leaf.versionId, facts).every(({ version }) => version < (agreed?.version ?? 0))
  );
};

/** Events and versions that the document states but does not prove. */
export const checkMissing = (proofs: Proofs): readonly Check[] => {
  const { facts } = proofs;
  const missing = [...consentLeavesOf(facts), ...versionLeavesOf(facts)].filter(
    (leaf) => proofOf(leaf, proofs) === undefined,
  );
  return missing.map((leaf) => {
    const told = toldOf(leaf, facts);
    return isBefore(leaf, facts) || isYoung(leaf, facts)
      ? asks('log', ['log-not-yet', { told }])
      : asks('log-missing', ['missing-due', { told, after: nameLimit(leaf) }]);
  });
};
