import { DescribeKeyCommand, KMSClient, NotFoundException } from '@aws-sdk/client-kms';
import type { EvidenceKeyName, EvidenceSigner } from '../../../shared/keys/evidence-key.ts';
import { openEvidenceSigner } from '../../../shared/keys/evidence-key.ts';
import { CommandError } from '../../command-error.ts';
import { patience } from '../stage/patience.ts';
import type { Stage } from '../stage/stage.ts';

/** The region that the ARN of a key names: a table with replicas has keys of several regions. */
const regionOf = (id: string): string | undefined => /^arn:[\w-]+:kms:([\w-]+):/.exec(id)?.[1];

/** A line for the shell about a key of KMS. */
export const toKmsLine = (command: string, id: string): string => {
  const region = regionOf(id);
  return ['aws kms', command, ...(region === undefined ? [] : [`--region ${region}`]), `--key-id ${id}`].join(' ');
};

/** A key as KMS tells it: its state is such as `Enabled` or `PendingDeletion`. */
export interface FoundKey {
  readonly arn: string | undefined;
  readonly state: string | undefined;
}

/** What KMS tells of a key; undefined where there is none any more. */
export const findKey = async (id: string): Promise<FoundKey | undefined> => {
  const region = regionOf(id);
  try {
    const client = new KMSClient({ ...(region !== undefined && { region }), ...patience });
    const { KeyMetadata } = await client.send(new DescribeKeyCommand({ KeyId: id }));
    return { arn: KeyMetadata?.Arn, state: KeyMetadata?.KeyState };
  } catch (error) {
    if (error instanceof NotFoundException) return undefined;
    throw error;
  }
};

const makeAnother =
  'Deploy the stage with a higher `evidenceKeyGeneration`, which makes another (docs/operations.md, Evidence keys).';

/** How a key is that cannot sign, and what to do about it, by the state that KMS tells of it. */
export const explainState = (state: string, id: string): { readonly says: string; readonly todo: string } => {
  const enable = toKmsLine('enable-key', id);
  if (state === 'Disabled') return { says: 'disabled', todo: `Enable it: ${enable}` };
  if (state !== 'PendingDeletion') return { says: state, todo: makeAnother };
  return {
    says: 'about to be deleted',
    todo: `Keep it: ${toKmsLine('cancel-key-deletion', id)} && ${enable}. If it shall go: ${makeAnother}`,
  };
};

/** What an error of KMS says of the state of the key, by its name. */
const stateOfError: Readonly<Record<string, string>> = {
  DisabledException: 'Disabled',
  KMSInvalidStateException: 'PendingDeletion',
  NotFoundException: 'gone',
};

const noRight =
  'Your credentials may not use the evidence key (kms:GetPublicKey, kms:Sign). Ask an operator for the rights of docs/policies/evidence-show.json.';

/** An error of KMS as one line that says what to do, where it is about the key or the right to use it. */
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

/** @throws CommandError usage for a table alone; unreachable where the stage has no key yet */
const needKey = ({ evidenceKey, signingKeySecret, label }: Stage): EvidenceKeyName => {
  if (evidenceKey !== undefined) return evidenceKey;
  if (signingKeySecret === undefined) {
    throw new CommandError('A table alone does not tell its evidence key; say --stage or --local.', 'usage');
  }
  throw new CommandError(
    `There is no evidence key yet for ${label}. Deploy the stage again, which makes it (docs/operations.md, Update).`,
    'unreachable',
  );
};

/**
 * The key that signs the evidence of the stage.
 *
 * @throws CommandError usage, unreachable: where it is not known, or cannot be used; so does its `sign`
 */
export const openSigner = async (stage: Stage): Promise<EvidenceSigner> => {
  const name = needKey(stage);
  const signer = await openEvidenceSigner(name).catch(rethrow(name.id));
  return { ...signer, sign: (bytes) => signer.sign(bytes).catch(rethrow(name.id)) };
};
