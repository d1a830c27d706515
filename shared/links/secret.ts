import * as v from 'valibot';
import { lifetimes } from '../api/limits.ts';
import { readSecret } from '../identity/keys/signing-key.ts';
import { describeFault, logger } from '../runtime/logger.ts';
import { unavailable } from '../store/table.ts';
import type { LinkFacts, LinkSecret, LinkSecrets, LinkUse } from './link.ts';
import { generationOf, openLink, toLinkSecret } from './link.ts';

/** The generations of the secret of links, as far as this container knows. @param generation that a link names */
export type HeldSecrets = (now: Date, generation?: number) => Promise<LinkSecrets>;

/** What the secret holds: the number of each generation and its random text. A number that a link still names stays. */
const Secret = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(
    v.pipe(
      v.string(),
      v.check((number) => /^[1-9]\d{0,2}$/.test(number) && Number(number) <= 255),
    ),
    v.pipe(v.string(), v.minLength(32)),
  ),
);

/** Milliseconds that a call waits for a new reading where an earlier one will do. */
const longestWait = 1_000;

/**
 * Opens the secret of links. Each container reads it once, again every hour, and at most once a minute for a generation that
 * it does not know. If that fails, it goes on with what it has.
 *
 * @param secretId name or ARN of the secret
 * @returns the generations. It throws Problem store.unavailable while the secret cannot be read for the first time
 */
export const holdLinkSecrets = (secretId: string): HeldSecrets => {
  let held: { readonly secrets: LinkSecrets; readonly readMs: number } | undefined;
  let triedMs = Number.NEGATIVE_INFINITY;
  return async (now, generation) => {
    const nowMs = now.getTime();
    const isWithin = (seconds: number, sinceMs: number): boolean => nowMs - sinceMs < seconds * 1_000;
    if (held !== undefined) {
      const isKnown = generation === undefined || held.secrets.has(generation);
      if (isKnown && isWithin(lifetimes.linkSecretSeconds, held.readMs)) return held.secrets;
      if (isWithin(lifetimes.linkSecretRetrySeconds, triedMs)) return held.secrets;
    }
    triedMs = nowMs;
    try {
      const { text } = await readSecret(secretId, undefined, held && AbortSignal.timeout(longestWait));
      held = { secrets: toLinkSecrets(text), readMs: nowMs };
      return held.secrets;
    } catch (error) {
      logger[held === undefined ? 'error' : 'warn']('link-secret.unread', describeFault(error));
      if (held === undefined) throw unavailable(error);
      return held.secrets;
    }
  };
};

/** The generation that makes links now: the one with the highest number. */
export const latestOf = (secrets: LinkSecrets): LinkSecret => {
  const latest = secrets.get(Math.max(...secrets.keys()));
  if (latest === undefined) throw new Error('The secret of links has no generation.');
  return latest;
};

/** What the link of a request says (`openLink`). A text that is none by its form alone causes no work. */
export const readLink = async (
  secrets: HeldSecrets,
  use: LinkUse,
  text: string,
  now: Date,
): Promise<LinkFacts | undefined> => {
  const generation = generationOf(text);
  return generation === undefined ? undefined : openLink(await secrets(now, generation), use, text);
};

/** @throws Error that reveals nothing of the secret */
const toLinkSecrets = (text: string | undefined): LinkSecrets => {
  const { success, output } = v.safeParse(Secret, text);
  if (!success || Object.keys(output).length === 0) throw new Error('The secret holds no generation of links.');
  return new Map(
    Object.entries(output).map(([generation, value]) => [Number(generation), toLinkSecret(Number(generation), value)]),
  );
};
