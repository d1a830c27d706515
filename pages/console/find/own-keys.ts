import type { Client, UserData } from '../../../client/typescript/index.ts';
import { ConsentRegisterError } from '../../../client/typescript/index.ts';
import { isKnownKey, labelOf } from './person-value.ts';

/** A key of the account's own, and the label that its forms send with it. */
export interface OwnKey {
  readonly key: string;
  readonly label: string | undefined;
}

/** The keys in the answers of a session, by key. Nothing else of a person is kept. */
const seen = new WeakMap<Client, Map<string, OwnKey>>();

const seenIn = (client: Client): Map<string, OwnKey> => {
  const keys = seen.get(client) ?? new Map<string, OwnKey>();
  seen.set(client, keys);
  return keys;
};

/** Notes the account's own keys in consents that the service returned. */
export const noteOwnKeys = (client: Client, consents: readonly { readonly userData: UserData }[]): void => {
  const keys = seenIn(client);
  for (const { userData } of consents)
    for (const key of Object.keys(userData))
      if (!isKnownKey(key)) keys.set(key, { key, label: labelOf(userData, key) ?? keys.get(key)?.label });
};

/** How many of the newest consents are read for their keys. */
const looked = 50;

/** The sessions whose newest consents were read. */
const haveRead = new WeakSet<Client>();

/** An account with very many projects has no list of all consents (docs/contract.md, Lists). */
const isWithoutList = (error: unknown): boolean =>
  error instanceof ConsentRegisterError && error.code === 'parameters.invalid';

const readNewest = async (client: Client, signal: AbortSignal): Promise<void> => {
  try {
    noteOwnKeys(client, (await client.listConsents({ perPage: looked }, { signal })).data);
  } catch (error) {
    if (!isWithoutList(error)) throw error;
  }
  haveRead.add(client);
};

/**
 * The account's own keys, as far as its newest consents and those of this session have them. It reads the newest once in a session.
 *
 * @throws ConsentRegisterError
 */
export const recallOwnKeys = async (client: Client, signal: AbortSignal): Promise<readonly OwnKey[]> => {
  if (!haveRead.has(client)) await readNewest(client, signal);
  return [...seenIn(client).values()];
};
