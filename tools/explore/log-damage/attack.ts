import type { Finding } from '../../../shared/log/auditing/finding.ts';
import { meanings, newFindings } from '../../../shared/log/auditing/finding.ts';
import { verifyLog } from '../../../shared/log/auditing/verify-log.ts';
import type { Random } from '../../../test/support/random.ts';
import type { Damage } from './damage.ts';
import { makeHistory } from './history.ts';
import { logDamages, wholeDamages } from './log-damage.ts';
import { otherDamages } from './other-damage.ts';
import { recordDamages } from './record-damage.ts';
import type { Register } from './register.ts';
import { copyRegister, makeRegister, newSigner, origin } from './register.ts';

/** What became of the manipulations of a kind. */
interface KindOutcome {
  readonly kind: string;
  readonly findable: Damage['findable'];
  readonly made: number;
  /** Without the anchors, and with them. */
  readonly found: number;
  readonly foundWithAnchors: number;
}

export interface DamageOutcome {
  readonly kinds: readonly KindOutcome[];
  /** What should have been found and was not, or was found in a sound register. */
  readonly wrong: readonly string[];
}

const damages: readonly Damage[] = [...recordDamages, ...otherDamages, ...logDamages, ...wholeDamages];

const hour = 3_600_000;

type Key = Parameters<typeof verifyLog>[0]['key'];

const verify = async (register: Register, key: Key): Promise<readonly Finding[]> => {
  const findings = newFindings(1_000);
  const clock = () => new Date(register.now.getTime() + 2 * hour);
  const nothing = (): void => {};
  await verifyLog(
    {
      table: register.table,
      log: register.log,
      erasures: register.erasures,
      kept: register.anchors,
      isAnchored: true,
      key,
    },
    { segments: 1, lag: hour, report: findings.report, onLeaves: nothing, onRecords: nothing, clock },
  );
  return findings.kept();
};

const isInside = ({ kind }: Finding): boolean => meanings[kind].of !== 'anchor';

/** A record that was changed must be named. */
const names = (findings: readonly Finding[], ids: readonly string[]): boolean =>
  findings.length > 0 && ids.every((id) => findings.some((finding) => finding.id?.includes(id)));

/** The newest checkpoints are not anchored yet: those that the manipulation itself made. */
const isOwn = ({ kind }: Finding): boolean => kind === 'unanchored';

const shuffle = (all: readonly Damage[], random: Random): Damage[] => {
  const rest = [...all];
  return all.map(() => rest.splice(random.below(rest.length), 1)[0] as Damage);
};

/**
 * Manipulates a small register so many times, each time anew, and looks what `log verify` finds.
 *
 * @param wanted the kinds of manipulations; all of them if not given
 */
export const attack = async (
  random: Random,
  count: number,
  wanted: readonly string[] = damages.map(({ kind }) => kind),
): Promise<DamageOutcome> => {
  const history = makeHistory(random.fork());
  const key = newSigner();
  const sound = await makeRegister(history, key);
  const noteKey = { name: origin, publicKey: key.publicKey };
  const tally = new Map<string, { made: number; found: number; foundWithAnchors: number }>();
  const wrong = (await verify(copyRegister(sound), noteKey)).map((each) => `sound: ${JSON.stringify(each)}`);
  const order = shuffle(
    damages.filter(({ kind }) => wanted.includes(kind)),
    random.fork(),
  );
  for (let i = 0; i < count; i += 1) {
    const damage = order[i % order.length] as Damage;
    const register = copyRegister(sound);
    const ids = await damage.make({ register, history, random: random.fork(), key });
    const all = (await verify(register, noteKey)).filter((finding) => !isOwn(finding));
    const inside = all.filter(isInside);
    const sums = tally.get(damage.kind) ?? { made: 0, found: 0, foundWithAnchors: 0 };
    sums.made += 1;
    if (names(inside, ids)) sums.found += 1;
    if (names(all, ids)) sums.foundWithAnchors += 1;
    tally.set(damage.kind, sums);
    const { findable } = damage;
    const isFound = findable === 'always' ? names(inside, ids) : names(all, ids);
    if (typeof findable === 'string' && !isFound)
      wrong.push(`${i} ${damage.kind}: ${ids.join(', ')}: ${JSON.stringify(all.slice(0, 3))}`);
  }
  const kinds = damages.flatMap(({ kind, findable }) => {
    const sums = tally.get(kind);
    return sums ? [{ kind, findable, ...sums }] : [];
  });
  return { kinds, wrong };
};
