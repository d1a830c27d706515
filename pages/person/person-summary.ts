import type { HeldValue } from '../../shared/consents/held-values.ts';
import { countValues } from '../../shared/consents/held-values.ts';
import type { PersonConsent } from '../../shared/consents/list-consents.ts';
import type { NoticeState } from '../../shared/consents/notice-states.ts';
import { toNoticeStates } from '../../shared/consents/notice-states.ts';
import { inOneOrder } from '../../shared/evidence/person-record.ts';

/** What a summary needs of a consent. */
export type CopiedConsent = Pick<PersonConsent, 'id' | 'times' | 'userData'> & {
  readonly facets: Pick<PersonConsent['facets'], 'pid' | 'lang'>;
  readonly version: Pick<PersonConsent['version'], 'name'>;
};

/** A summary of the consents of a person. */
export interface Summary {
  readonly count: number;
  /** The times of the first and the last of them. */
  readonly first: Date | undefined;
  readonly last: Date | undefined;
  readonly notices: readonly NoticeState[];
  readonly values: readonly HeldValue[];
  readonly ids: ReadonlySet<string>;
}

/** Sums up consents that come page by page, newest first, keeping only what the sum needs. */
export const sumUp = (now: Date) => {
  const held = countValues();
  const kept: CopiedConsent[] = [];
  return {
    add: (consents: readonly CopiedConsent[]): void => {
      held.add(consents.map(({ userData }) => ({ userData: inOneOrder(userData) })));
      kept.push(...consents.map((consent) => ({ ...consent, userData: {} })));
    },
    tell: (): Summary => ({
      count: kept.length,
      first: kept.at(-1)?.times.given,
      last: kept[0]?.times.given,
      notices: toNoticeStates(kept, { now }),
      values: held.values(),
      ids: new Set(kept.map(({ id }) => id)),
    }),
  };
};
