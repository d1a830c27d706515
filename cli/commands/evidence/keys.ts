import { lifetimes } from '../../../shared/api/limits.ts';
import type { EvidenceKey } from '../../../shared/identity/keys/evidence-keys.ts';
import type { EvidenceSigner } from '../../../shared/identity/keys/evidence-signer.ts';
import { hasOwnName, openEvidenceSigner } from '../../../shared/identity/keys/evidence-signer.ts';
import { note } from '../../output/print.ts';
import type { Stage } from '../../stage/stage.ts';
import type { KeyLeaves, KeyPlace } from './key-leaves.ts';

/** A listed key, and what shows that it is the register's. Whoever writes into the table can list a key of their own. */
export interface ConfirmedKey extends EvidenceKey {
  /** Undefined if nothing shows it. */
  readonly confirmedBy?: string | undefined;
  /** Why nothing does. */
  readonly doubt?: string | undefined;
}

type Verdict = Pick<ConfirmedKey, 'confirmedBy' | 'doubt'>;

const doubted = (doubt: string): Verdict => ({ doubt });

/** What KMS says of a key; undefined if it does not have it, or the caller may not ask. */
const askKms = async (id: string, stage: string): Promise<EvidenceSigner | undefined> => {
  try {
    return await openEvidenceSigner({ id, stage });
  } catch {
    return undefined;
  }
};

/** The key that signs now. @returns undefined with a message */
const askForCurrent = async ({ evidenceKey }: Stage): Promise<EvidenceSigner | undefined> => {
  const current = evidenceKey && (await askKms(evidenceKey.id, evidenceKey.stage));
  if (current === undefined)
    note(
      evidenceKey === undefined
        ? 'A table alone does not say which evidence key is in use, so no key is confirmed. Use --stage.'
        : 'KMS does not show the evidence key of the stage to you (kms:GetPublicKey), so no key is confirmed.',
    );
  return current;
};

const isSameKey = ({ kid, jwk }: EvidenceSigner, listed: EvidenceKey): boolean =>
  kid === listed.kid && jwk.x === listed.jwk.x && jwk.y === listed.jwk.y;

/** The AWS account in an ARN. An ARN in the table may be of a key in an account of somebody else. */
const accountOf = (arn: string): string | undefined => /^arn:[\w-]+:kms:[\w-]*:(\d{12}):/.exec(arn)?.[1];

/** The stream of the table keeps changes for a day, so a leaf comes within that time. One that `log repair` appended comes later. */
const latest = 24 * 3_600_000 + lifetimes.evidenceKeyAfterSeconds * 1_000;

/** What the list is compared with. */
interface Known {
  readonly current: EvidenceSigner;
  readonly leaves: KeyLeaves | undefined;
  /** The current key as it is listed, and where it stands in the log. */
  readonly own: { readonly usedFrom: string; readonly place: KeyPlace } | undefined;
}

/** A former key came into use, and into the log, before the one that signs now. Whoever lists one today is too late for both. */
const judgeByLeaf = ({ usedFrom }: EvidenceKey, { time, index }: KeyPlace, own: Known['own']): Verdict => {
  if (time.getTime() - Date.parse(usedFrom) > latest) return doubted(`the log has it only since ${time.toISOString()}`);
  if (own === undefined)
    return doubted(
      'the log does not have the current key as it is listed, so the order is unknown: run `evidence add-key`',
    );
  if (index > own.place.index) return doubted('it came into the log after the key that signs now');
  return Date.parse(usedFrom) < Date.parse(own.usedFrom)
    ? { confirmedBy: 'the log' }
    : doubted('it came into use after the key that signs now');
};

/** A key that does not sign now: of this stage a former one, or a key of another stage on the same table. */
const judgeOther = async (listed: EvidenceKey, { current, leaves, own }: Known): Promise<Verdict> => {
  const isOurs = accountOf(listed.arn) === accountOf(current.arn);
  const held = isOurs ? await askKms(listed.arn, listed.stage) : undefined;
  if (held !== undefined)
    return isSameKey(held, listed) ? { confirmedBy: 'KMS' } : doubted('KMS has another key under this ARN');
  if (listed.stage !== current.stage) return doubted(`it is of the stage ${listed.stage}: use --stage ${listed.stage}`);
  if (leaves === undefined) return doubted('KMS does not show it, and there is no log');
  const place = await leaves.findPlace(listed);
  return place === undefined ? doubted('the log does not have it as it is listed') : judgeByLeaf(listed, place, own);
};

/**
 * Says of each listed key what shows that it is the register's: KMS has it under its ARN in the AWS account of the
 * register, or its first leaf stands in the log before the first one of the key that signs now. What is put into the table
 * today comes after that.
 */
export const confirmKeys = async (
  keys: readonly EvidenceKey[],
  stage: Stage,
  leaves: KeyLeaves | undefined,
): Promise<readonly ConfirmedKey[]> => {
  const current = keys.length === 0 ? undefined : await askForCurrent(stage);
  const listed = current && keys.find((key) => isSameKey(current, key));
  const place = listed && (await leaves?.findPlace(listed));
  const own = listed && place && { usedFrom: listed.usedFrom, place };
  const judge = async (key: EvidenceKey): Promise<Verdict> => {
    if (current === undefined) return doubted('KMS was not asked');
    if (key === listed) return { confirmedBy: place === undefined ? 'KMS' : 'KMS and the log' };
    return judgeOther(key, { current, leaves, own });
  };
  const areNamed = await Promise.all(keys.map(hasOwnName));
  const isRepeated = ({ kid }: EvidenceKey, i: number): boolean =>
    keys.findIndex((other, at) => areNamed[at] && other.kid === kid) < i;
  return Promise.all(
    keys.map(async (key, i): Promise<ConfirmedKey> => {
      if (!areNamed[i]) return { ...key, ...doubted('its id is not the thumbprint of its key') };
      if (isRepeated(key, i)) return { ...key, ...doubted('it is listed twice') };
      return { ...key, ...(await judge(key)) };
    }),
  );
};
