import * as v from 'valibot';
import { ProjectUid } from '../accounts/request.ts';
import { findableValues, GivenUserData, isBlank, UserData } from '../consents/evidence.ts';
import { ConsentChannel } from '../consents/request.ts';
import { limits } from '../limits.ts';
import { noticeGivenTwice, Pid } from '../notices/request.ts';
import type { Given } from '../schema/rule.ts';
import { excludes, isGiven, rule } from '../schema/rule.ts';
import { boolean, identifier, isMap, positiveInteger, says } from '../schema/scalar.ts';
import { Lang } from '../schema/vocabulary.ts';

export const PerPage = v.pipe(
  positiveInteger,
  v.maxValue(limits.perPage, says('out-of-range', `Must be at most ${limits.perPage}.`)),
);

const searchesAll = ({ userData, id, projectUid }: Given): boolean =>
  isMap(userData) && Object.keys(userData).length === 0 && !isGiven(id) && !isGiven(projectUid);

/** The parameters that filter, of every request for consents. */
export const filterEntries = {
  projectUid: v.optional(v.pipe(ProjectUid, v.description('UID of a project.'))),
  consentInformationPid: v.optional(
    v.pipe(
      Pid,
      v.description('PID of a notice: consents to any of its versions. Excludes `consentInformationVersionId`.'),
    ),
  ),
  consentInformationVersionId: v.optional(
    v.pipe(identifier, v.description('Id of a version of a notice. Excludes `consentInformationPid`.')),
  ),
  lang: v.optional(v.pipe(Lang, v.description('Language in which the text was shown.'))),
  channel: v.optional(ConsentChannel),
};

/** Whether there are values, and none of them can be found. */
export const isBlankSearch = ({ userData }: Given): boolean =>
  v.is(UserData, userData) && Object.keys(userData).length > 0 && isBlank(userData);

export const blankSearch = says('missing', 'Has no value to search for; give one or leave its members out.');

const searchesBlank = (given: Given): boolean => !isGiven(given.id) && isBlankSearch(given);

/** What holds for a search that says nothing else. The schema has it in words alone: a default makes generated clients send `page` beside `first`, which it excludes. */
const searchDefaults = { first: false, page: 1, perPage: limits.perPageDefault } as const;

/**
 * The parameters of a search. Its values come out normalised, without blank ones, which count as absent (docs/contract.md,
 * Finding); `page` and `perPage` have their defaults.
 */
export const ConsentSearch = v.pipe(
  v.strictObject({
    id: v.optional(v.pipe(identifier, v.description('Id of a consent.'))),
    ...filterEntries,
    first: v.optional(
      v.pipe(
        boolean,
        v.description(
          'Whether only the latest consent is wanted: `data` is then that consent, or `null`. Where it is true it excludes `page` and `perPage`. Without it: `false`.',
        ),
      ),
    ),
    page: v.optional(
      v.pipe(positiveInteger, v.description(`Number of the page, from 1. Without it: \`${searchDefaults.page}\`.`)),
    ),
    perPage: v.optional(
      v.pipe(PerPage, v.description(`Consents on a page. Without it: \`${searchDefaults.perPage}\`.`)),
    ),
    userData: v.pipe(
      GivenUserData,
      v.description(
        'The values to search for; a labelled one by its value. It must be there; beside `id` or `projectUid` it may be empty (`userData=` in a form).',
      ),
    ),
  }),
  rule('consentInformationVersionId', excludes('consentInformationPid'), noticeGivenTwice),
  rule('page', excludes('first'), ({ first, page }) => first === true && isGiven(page)),
  rule('perPage', excludes('first'), ({ first, perPage }) => first === true && isGiven(perPage)),
  rule('userData', says('missing', 'May be empty only beside id or projectUid.'), searchesAll),
  rule('userData', blankSearch, searchesBlank),
  v.transform(({ userData, first, page, perPage, ...filters }) => ({
    ...filters,
    first: first ?? searchDefaults.first,
    page: page ?? searchDefaults.page,
    perPage: perPage ?? searchDefaults.perPage,
    values: findableValues(userData),
  })),
);
export type ConsentSearch = v.InferOutput<typeof ConsentSearch>;
