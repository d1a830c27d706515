import { digest } from '../../../shared/digest.ts';
import type { Item } from '../../../shared/store/client.ts';
import type { Given, Schedule, Service } from './service.ts';

/**
 * What the contract says of a session's refresh tokens (docs/contract.md, Tokens and sessions), in its words and without a
 * look at the service. Tokens are numbered in the order in which they were issued.
 */
interface Family {
  /** When each used token was used, in milliseconds. The number after them is the living token. */
  readonly usedAt: readonly number[];
  readonly isOver: boolean;
}

const raceMilliseconds = 10_000;

const newFamily: Family = { usedAt: [], isOver: false };

/** Since a use so long ago, a second one is theft. */
export const isBeyondRace = ({ usedAt }: Family, token: number, now: number): boolean =>
  now - (usedAt[token] ?? now) > raceMilliseconds;

/** What a presentation of a token does, and whether new tokens are given for it. */
const judge = (family: Family, token: number, now: number): { family: Family; isExchanged: boolean } => {
  const { usedAt, isOver } = family;
  if (isOver) return { family, isExchanged: false };
  if (token === usedAt.length) return { family: { usedAt: [...usedAt, now], isOver }, isExchanged: true };
  const isUsedLast = token === usedAt.length - 1;
  const isTheft = !isUsedLast || isBeyondRace(family, token, now);
  return { family: { usedAt, isOver: isTheft }, isExchanged: false };
};

/** A session at a moment: as it is stored, with all tokens ever given and what the rules say of them. */
export interface Moment {
  readonly key: string;
  readonly item: Item;
  readonly now: number;
  readonly given: readonly Given[];
  readonly family: Family;
}

/** Tokens presented, one or two at once, and how the calls to the store go. */
export interface Presentation {
  readonly tokens: readonly [number] | readonly [first: number, second: number];
  readonly schedule?: Schedule;
}

/** What came of a presentation: the moment after it, and for each token whether it was exchanged. */
export interface Effect {
  readonly after: Moment;
  readonly exchanged: readonly boolean[];
}

/** Moments are the same when everything stored is, but for the names of tokens, and every time is as long ago. */
const keyOf = ({ item, now, given, family }: Omit<Moment, 'key'>): string => {
  const names = new Map(given.map(({ refreshToken }, i) => [digest(refreshToken), `token ${i}`]));
  const stored = Object.entries(item).map(([name, value]) => {
    if (name.endsWith('Hash')) return [name, names.get(String(value)) ?? 'another'];
    if (name === 'endedAt') return [name, 'a time'];
    if (name.endsWith('Ms')) return [name, now - Number(value)];
    return [name, name === 'expiresAt' ? Number(value) - Math.floor(now / 1_000) : value];
  });
  const ages = family.usedAt.map((time, token) => (isBeyondRace(family, token, now) ? 'long' : now - time));
  return JSON.stringify([given.length, ages, family.isOver, stored.sort()]);
};

const newMoment = (moment: Omit<Moment, 'key'>): Moment => ({ ...moment, key: keyOf(moment) });

export const firstMoment = async (service: Service, now: number): Promise<Moment> => {
  const { item, given } = await service.begin();
  return newMoment({ item, now, given: [given], family: newFamily });
};

export const pass = (moment: Moment, milliseconds: number): Moment =>
  newMoment({ ...moment, now: moment.now + milliseconds });

const nameOf = ({ tokens, schedule }: Presentation): string =>
  `token ${tokens.join(' and ')}${schedule === undefined ? '' : `, ${schedule}`}`;

/**
 * What the rules allow: requests at once may take effect in either order. Where the second one ends the session, the first
 * may be refused as well, since its answer comes after that.
 */
const allowedBy = ({ family, now }: Moment, { tokens }: Presentation): { family: Family; exchanged: boolean[] }[] => {
  const [first, second] = tokens;
  const one = judge(family, first, now);
  if (second === undefined) return [{ family: one.family, exchanged: [one.isExchanged] }];
  const two = judge(family, second, now);
  const [twoAfter, oneAfter] = [judge(one.family, second, now), judge(two.family, first, now)];
  return [
    { family: twoAfter.family, exchanged: [one.isExchanged, twoAfter.isExchanged] },
    { family: oneAfter.family, exchanged: [oneAfter.isExchanged, two.isExchanged] },
  ];
};

const perform = async (service: Service, { given }: Moment, { tokens, schedule }: Presentation) => {
  const [first = '', second] = tokens.map((token) => given[token]?.refreshToken ?? '');
  if (schedule === undefined) return [await service.present(first)];
  let answer: Given | undefined;
  const other = async (): Promise<void> => {
    if (second !== undefined) answer = await service.present(second);
  };
  const answers = [await service.presentDuring(schedule, first, other)];
  return second === undefined ? answers : [...answers, answer];
};

/**
 * Lets the real service answer, and holds what it did against the rules.
 *
 * @returns the effect, or what is wrong with it
 */
export const present = async (
  service: Service,
  moment: Moment,
  presentation: Presentation,
): Promise<Effect | string> => {
  const { item, now, given } = moment;
  await service.restore(item, now);
  const answers = await perform(service, moment, presentation);
  const exchanged = answers.map((answer) => answer !== undefined);
  const newlyGiven = answers.filter((answer) => answer !== undefined);
  const all = [...given, ...newlyGiven];
  const isGood = await service.isGood(all.at(-1)?.accessToken ?? '');
  const ruled = allowedBy(moment, presentation).find(
    ({ family, exchanged: expected }) =>
      family.isOver !== isGood && expected.every((is, i) => is === exchanged[i] || (is && family.isOver)),
  );
  const found = `${nameOf(presentation)}: exchanged ${exchanged.join(', ')}, the session ${isGood ? 'goes on' : 'is over'}`;
  if (ruled === undefined) return `${found}, which the rules do not allow`;
  const isLate = presentation.tokens.some((token) => isBeyondRace(moment.family, token, now));
  if (isLate && isGood) return `${found}, though a token came back late`;
  return { after: newMoment({ item: await service.read(), now, given: all, family: ruled.family }), exchanged };
};
