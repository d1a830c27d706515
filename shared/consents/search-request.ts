import * as v from 'valibot';
import { limits } from '../api/limits.ts';
import { ProjectUid } from '../identity/project-request.ts';
import { noticeNamedTwice, Pid } from '../notices/notice-request.ts';
import type { Given, IsRefused } from '../schema/scalar.ts';
import { boolean, excludes, identifier, isGiven, isMap, positiveInteger, rule, ruleMessage } from '../schema/scalar.ts';
import { Lang } from '../schema/vocabulary.ts';
import { ConsentChannel } from './consent-request.ts';
import { findableValues, GivenUserData, isBlank, UserData } from './person-data.ts';

export const PerPage = v.pipe(
  positiveInteger,
  v.maxValue(limits.perPage, ruleMessage('out-of-range', `Must be at most ${limits.perPage}.`)),
);

const searchesAll = ({ userData, id, projectUid }: Given): boolean =>
  isMap(userData) && Object.keys(userData).length === 0 && !isGiven(id) && !isGiven(projectUid);

/** The filters of every request for consents. */
export const filterEntries = {
  projectUid: v.optional(v.pipe(ProjectUid, v.description('UID of a project.'))),
  consentInformationPid: v.optional(
    v.pipe(Pid, v.description('PID of a notice, for all its versions. Not with `consentInformationVersionId`.')),
  ),
  consentInformationVersionId: v.optional(
    v.pipe(identifier, v.description('Id of a notice version. Not with `consentInformationPid`.')),
  ),
  lang: v.optional(v.pipe(Lang, v.description('Language in which the person saw the text.'))),
  channel: v.optional(ConsentChannel),
};

/** Whether there are values, none is refused, and all of them are blank. */
export const isBlankSearch = ({ userData }: Given, isRefused: IsRefused): boolean =>
  !isRefused('userData') && v.is(UserData, userData) && Object.keys(userData).length > 0 && isBlank(userData);

export const blankSearch = ruleMessage(
  'missing',
  'Has only blank values. Send a value to search for, or leave the members out.',
);

/** Guzzle, axios and others send nothing for an empty array. */
const leftOut = ruleMessage(
  'missing',
  'This parameter is required. Beside `id` or `projectUid` it may be empty: write userData= in a form, where clients leave out an empty array.',
);

const searchesBlank = (given: Given, isRefused: IsRefused): boolean =>
  !isGiven(given.id) && isBlankSearch(given, isRefused);

/**
 * The defaults of a search. The schema has them only in words: with a real default, generated clients would send `page`
 * with `first`, which excludes it.
 */
const searchDefaults = { first: false, page: 1, perPage: limits.perPageDefault } as const;

/**
 * The parameters of a search. The result has normalised values without blank ones, which count as absent
 * (docs/api.md, Finding), and the defaults of `page` and `perPage`.
 */
export const ConsentSearch = v.pipe(
  v.strictObject({
    id: v.optional(v.pipe(identifier, v.description('Id of a consent.'))),
    ...filterEntries,
    first: v.optional(
      v.pipe(
        boolean,
        v.description(
          'If true, `data` is the latest consent or `null`. Not with `page` or `perPage`. Default: `false`.',
        ),
      ),
    ),
    page: v.optional(
      v.pipe(positiveInteger, v.description(`Number of the page, from 1. Default: \`${searchDefaults.page}\`.`)),
    ),
    perPage: v.optional(v.pipe(PerPage, v.description(`Consents on a page. Default: \`${searchDefaults.perPage}\`.`))),
    userData: v.pipe(
      GivenUserData,
      v.description(
        'Values to search for. A labelled value counts by its `value`. Upper and lower case and characters that nobody sees do not count, nor do separators in telephone numbers and tax codes: `Ada@Example.COM` is found by `ada@example.com`, `straße@example.com` is not by `strasse@example.com`. With an `id` or a `projectUid` it may be empty (`userData=` in a form).',
      ),
    ),
  }),
  rule('consentInformationVersionId', excludes('consentInformationPid'), noticeNamedTwice),
  rule('page', excludes('first'), ({ first, page }) => first === true && isGiven(page)),
  rule('perPage', excludes('first'), ({ first, perPage }) => first === true && isGiven(perPage)),
  rule('userData', leftOut, ({ userData }) => !isGiven(userData)),
  rule('userData', ruleMessage('missing', 'May be empty only together with id or projectUid.'), searchesAll),
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
