import { compress } from '../compression.ts';
import { limits } from '../limits.ts';
import type { NewConsents } from '../schema/consent-request.ts';
import type { Account } from './account.ts';
import type { ConsentedVersion, Observed } from './consent.ts';
import { consentKey } from './consent.ts';
import type { ConsentList } from './consent-list.ts';
import { partitionFor, partitionsOf } from './consent-list.ts';
import type { Project } from './project.ts';
import { projectIndex } from './table.ts';

const projectListName = ({ id }: Account, projectUid: string): string => `ACCOUNT#${id}#PROJECT#${projectUid}`;

/** The consents of a project. */
export const projectList = (account: Account, projectUid: string): ConsentList => ({
  partitions: partitionsOf(account, projectListName(account, projectUid)),
  index: projectIndex,
});

/**
 * The items of consents recorded by one request. What they have in common is compressed once, and a long proof is
 * stored once: the first consent keeps it for all.
 */
export const newConsents = (
  account: Account,
  request: NewConsents,
  { project, versions }: { readonly project: Project; readonly versions: readonly ConsentedVersion[] },
  { observed, now, newId }: { readonly observed: Observed; readonly now: Date; readonly newId: () => string },
) => {
  const common = {
    projectUid: project.uid,
    projectId: project.id,
    lang: request.lang,
    channel: request.channel,
    time: now.toISOString(),
    userData: compress(request.userData),
    observed,
    revoked: false,
  };
  const proof = compress(request.proof);
  const proofId = newId();
  const isShared = proof.length > limits.ownProofBytes;
  return versions.map((version, i) => {
    const id = i === 0 ? proofId : newId();
    const item = {
      ...consentKey(account.id, id),
      GSI1PK: partitionFor(account, projectListName(account, project.uid), id),
      GSI1SK: id,
      ...version,
      ...common,
      ...(isShared && i > 0 ? { proofId } : { proof }),
    };
    return { id, item };
  });
};

/** A consent to be written. */
export type NewConsent = ReturnType<typeof newConsents>[number];
