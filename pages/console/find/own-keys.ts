import type { UserData } from '../../../client/typescript/index.ts';
import { useKept } from '../acts/kept.ts';
import { isKnownKey, labelOf } from './person-value.ts';

/** A key of the account's own, and the label that its forms send with it. */
export interface OwnKey {
  readonly key: string;
  readonly label: string | undefined;
}

/** The account's own keys in the lists of this session. Nothing else of a person is kept. */
export const useOwnKeys = () => {
  const [known, keep] = useKept<readonly OwnKey[]>('own keys', []);
  /** @param rows of a list that is shown */
  const learn = (rows: readonly { readonly userData: UserData }[]): void => {
    const keys = new Map(known.map((one) => [one.key, one]));
    for (const { userData } of rows)
      for (const key of Object.keys(userData))
        if (!isKnownKey(key) && !keys.has(key)) keys.set(key, { key, label: labelOf(userData, key) });
    if (keys.size > known.length) keep([...keys.values()]);
  };
  return { known, learn };
};
