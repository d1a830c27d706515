import * as v from 'valibot';
import { limits } from '../limits.ts';
import { identifier, positiveInteger, says } from '../schema/scalar.ts';
import { Lang } from '../schema/vocabulary.ts';

const someNotices = says('missing', 'Must name at least one notice.');
const tooManyNotices = says('too-many', `May name at most ${limits.notices} notices; send several requests.`);
const repeatedNotice = says('repeated', 'Must name each notice only once.');

const listOf = <Reference extends v.GenericSchema<string, string | number>>(reference: Reference) =>
  v.pipe(
    v.array(reference),
    v.nonEmpty(someNotices),
    v.maxLength(limits.notices, tooManyNotices),
    v.check((references) => new Set(references).size === references.length, repeatedNotice),
  );

/** The PID of a notice. Its title tells documents this number from others. */
export const Pid = v.pipe(positiveInteger, v.title('PID'));

/** One PID, or an array of them. */
export const Pids = v.union(
  [Pid, listOf(Pid)],
  says('malformed', 'Must be a notice PID, a whole number from 1, or an array of notice PIDs.'),
);

/** One notice version id, or an array of them. */
export const VersionIds = v.union(
  [identifier, listOf(identifier)],
  says('malformed', 'Must be a notice version id or an array of notice version ids.'),
);

export const NoticeRequest = v.strictObject({ pid: Pids });

/** Texts by language. */
export const texts = v.record(Lang, v.string());

/** Specification 2.7, in its order. */
export const ConsentInformation = v.strictObject({
  id: identifier,
  pid: v.pipe(v.number(), v.integer()),
  version: v.pipe(v.number(), v.integer()),
  validityDays: v.pipe(v.number(), v.integer(), v.minValue(0)),
  notification: v.boolean(),
  title: texts,
  descriptionHtml: texts,
});
export type ConsentInformation = v.InferOutput<typeof ConsentInformation>;

export const Notices = v.strictObject({ data: v.record(v.pipe(v.string(), v.digits()), ConsentInformation) });
