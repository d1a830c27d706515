import * as v from 'valibot';
import { findableValues, GivenUserData, isBlank, UserData } from '../consents/evidence.ts';
import { ProjectUid } from '../consents/request.ts';
import { limits } from '../limits.ts';
import { noticeGivenTwice, Pid } from '../notices/request.ts';
import type { Given } from '../schema/rule.ts';
import { excludes, isGiven, rule } from '../schema/rule.ts';
import { boolean, identifier, isMap, positiveInteger, says } from '../schema/scalar.ts';
import { Channel, Lang } from '../schema/vocabulary.ts';

export const PerPage = v.pipe(
  positiveInteger,
  v.maxValue(limits.perPage, says('out-of-range', `Must be at most ${limits.perPage}.`)),
);

const searchesAll = ({ userData, id, projectUid }: Given): boolean =>
  isMap(userData) && Object.keys(userData).length === 0 && !isGiven(id) && !isGiven(projectUid);

const searchesBlank = ({ userData, id }: Given): boolean =>
  !isGiven(id) && v.is(UserData, userData) && Object.keys(userData).length > 0 && isBlank(userData);

/** What a search has where it does not say; not in its schema, where `page` must be known to be given or not. */
export const searchDefaults = { first: false, page: 1, perPage: limits.perPageDefault } as const;

/**
 * The parameters of a search. Its values come out normalised, without blank ones, which count as absent (docs/contract.md,
 * Finding); `page` and `perPage` have their defaults.
 */
export const ConsentSearch = v.pipe(
  v.strictObject({
    id: v.optional(identifier),
    projectUid: v.optional(ProjectUid),
    consentInformationPid: v.optional(Pid),
    consentInformationVersionId: v.optional(identifier),
    lang: v.optional(Lang),
    channel: v.optional(Channel),
    first: v.optional(boolean),
    page: v.optional(positiveInteger),
    perPage: v.optional(PerPage),
    userData: GivenUserData,
  }),
  rule('consentInformationVersionId', excludes('consentInformationPid'), noticeGivenTwice),
  rule('page', excludes('first'), ({ first, page }) => first === true && isGiven(page)),
  rule('perPage', excludes('first'), ({ first, perPage }) => first === true && isGiven(perPage)),
  rule('userData', says('missing', 'May be empty only beside id or projectUid.'), searchesAll),
  rule('userData', says('missing', 'Has no value to search for; give one or leave its members out.'), searchesBlank),
  v.transform(({ userData, first, page, perPage, ...filters }) => ({
    ...filters,
    first: first ?? searchDefaults.first,
    page: page ?? searchDefaults.page,
    perPage: perPage ?? searchDefaults.perPage,
    values: findableValues(userData),
  })),
);
export type ConsentSearch = v.InferOutput<typeof ConsentSearch>;
