import type { EvidenceKeyName, EvidenceSigner, FoundKey } from '../../../shared/identity/keys/evidence-signer.ts';
import { findKey as findKeyInKms, openEvidenceSigner } from '../../../shared/identity/keys/evidence-signer.ts';
import { regionOf } from '../../../shared/runtime/aws.ts';
import { CommandError } from '../../errors.ts';
import { note } from '../../output/print.ts';
import { commandClientLimits, isTableAlone, notOfTableAlone } from '../../stage/open-table.ts';
import type { Stage } from '../../stage/stage.ts';

/** A shell command about a KMS key. */
export const toKmsLine = (command: string, id: string): string => {
  const region = regionOf(id);
  return ['aws kms', command, ...(region === undefined ? [] : [`--region ${region}`]), `--key-id ${id}`].join(' ');
};

/** What KMS says about a key, with the commandClientLimits of a command; undefined if it is gone. */
export const findKey = (id: string): Promise<FoundKey | undefined> => findKeyInKms(id, commandClientLimits);

const makeAnother =
  'Deploy the stage with a higher `evidenceKeyGeneration` to create another key (docs/operate.md, Evidence keys).';

/** The shell line that makes a key usable again, by its state in KMS; undefined if none does. */
export const toReviving = (state: string, id: string): string | undefined => {
  const enable = toKmsLine('enable-key', id);
  if (state === 'Disabled') return enable;
  return state === 'PendingDeletion' ? `${toKmsLine('cancel-key-deletion', id)} && ${enable}` : undefined;
};

/** States of KMS, for people. */
const stateNames: Readonly<Record<string, string>> = { Disabled: 'disabled', PendingDeletion: 'pending deletion' };

/** A state of KMS, for people. */
export const nameState = (state: string): string => stateNames[state] ?? state;

/** Why a key cannot sign and what to do, by its state in KMS. */
export const explainState = (state: string, id: string): { readonly says: string; readonly todo: string } => {
  const revive = toReviving(state, id);
  const says = nameState(state);
  if (revive === undefined) return { says, todo: makeAnother };
  if (state === 'Disabled') return { says, todo: `Enable it: ${revive}` };
  return { says, todo: `To keep it: ${revive}. To replace it: ${makeAnother}` };
};

/** What a KMS error says about the state of the key, by its name. */
const stateOfError: Readonly<Record<string, string>> = {
  DisabledException: 'Disabled',
  KMSInvalidStateException: 'PendingDeletion',
  NotFoundException: 'gone',
};

const noRight =
  'Your credentials may not use the evidence key (kms:GetPublicKey, kms:Sign). The policy look allows it (docs/commands.md).';

/** A KMS error as one line with advice, if it is about the key or the right to use it. */
const explain = (error: unknown, id: string): unknown => {
  if (!(error instanceof Error)) return error;
  if (error.name === 'AccessDeniedException') return new CommandError(noRight, 'unreachable');
  const state = stateOfError[error.name];
  if (state === undefined) return error;
  const { says, todo } = explainState(state, id);
  return new CommandError(`The evidence key ${id} is ${says}, so nothing can be signed. ${todo}`, 'unreachable');
};

const rethrow =
  (id: string) =>
  (error: unknown): never => {
    throw explain(error, id);
  };

/** @throws CommandError usage for a table alone; unreachable when the stage has no key yet */
const needKey = (stage: Stage): EvidenceKeyName => {
  const { evidenceKey, label } = stage;
  if (evidenceKey !== undefined) return evidenceKey;
  if (isTableAlone(stage)) throw notOfTableAlone('which evidence key is in use');
  throw new CommandError(
    `${label} has no evidence key yet. Deploy the stage again to create it (docs/operate.md, Update).`,
    'unreachable',
  );
};

/**
 * The key that signs the evidence of the stage.
 *
 * @throws CommandError usage or unreachable, when the key is not known or cannot be used; its `sign` throws the same
 */
export const openSigner = async (stage: Stage): Promise<EvidenceSigner> => {
  const name = needKey(stage);
  const signer = await openEvidenceSigner(name).catch(rethrow(name.id));
  return { ...signer, sign: (bytes) => signer.sign(bytes).catch(rethrow(name.id)) };
};

/** What KMS says of a key; undefined if it does not have it, or the caller may not ask. */
export const askKms = async (id: string, stage: string): Promise<EvidenceSigner | undefined> => {
  try {
    return await openEvidenceSigner({ id, stage });
  } catch {
    return undefined;
  }
};

/** The key that signs now. @returns undefined with a message */
export const askForCurrent = async ({ evidenceKey }: Stage): Promise<EvidenceSigner | undefined> => {
  const current = evidenceKey && (await askKms(evidenceKey.id, evidenceKey.stage));
  if (current === undefined)
    note(
      evidenceKey === undefined
        ? 'A table alone does not say which evidence key is in use, so no key is confirmed. Use --stage.'
        : 'KMS does not show the evidence key of the stage to you (kms:GetPublicKey), so no key is confirmed.',
    );
  return current;
};
