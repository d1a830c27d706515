import * as v from 'valibot';
import { Proof, UserData } from '../consents/person-data.ts';
import { ErasedLeaf, GivenLeaf, isoTime, PublishedLeaf, RevokedLeaf } from '../log/leaf-schema.ts';
import { NoticeContent } from '../notices/content.ts';
import { DataKind, Named, Party, Period, Recourse, termsIn } from '../notices/terms.ts';
import { isMoment } from '../runtime/time.ts';
import { integer } from '../schema/scalar.ts';
import { factsFormat } from './facts-format.ts';

/** The content of a notice version and nothing else: a signed document must not contain unknown members. */
const ContentFacts = v.strictObject({
  ...NoticeContent.entries,
  validityDays: integer,
  ...termsIn({
    days: integer,
    party: v.strictObject(Party.entries),
    named: v.strictObject(Named.entries),
    dataKind: v.strictObject(DataKind.entries),
    recourse: v.strictObject(Recourse.entries),
    period: v.strictObject(Period.entries),
  }),
});

/** The end of a span may be after the last year with four digits. */
const spanTime = v.pipe(
  v.string(),
  v.regex(/^(?:\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  v.check(isMoment, 'There is no such moment.'),
);

const SpanFacts = v.pipe(
  v.strictObject({
    from: v.pipe(spanTime, v.description('Start of the span.')),
    until: v.pipe(spanTime, v.description('End of the span, exclusive.')),
  }),
  v.check(({ from, until }) => Date.parse(from) < Date.parse(until), 'A span ends after its start.'),
  v.description('The span that was asked for. The state is that at its end. Absent if nobody asked for one.'),
);

const nameIfAny = v.nullable(v.string());

const NamesFacts = v.strictObject({
  account: v.string(),
  project: v.pipe(nameIfAny, v.description('`null` if the account no longer had the project.')),
  notice: v.pipe(v.string(), v.description('Name that the account uses for the notice.')),
  users: v.pipe(
    v.array(v.strictObject({ id: integer, name: nameIfAny })),
    v.description(
      'The users whose calls this register observed, each once, in the order of `consent`. A name is `null` if the user no longer existed.',
    ),
  ),
});

/** The leaves of a consent: that it was given and perhaps revoked, or, of an erased one, only that it was erased. */
const ConsentFacts = v.union([
  v.strictTuple([GivenLeaf]),
  v.strictTuple([GivenLeaf, RevokedLeaf]),
  v.strictTuple([ErasedLeaf]),
]);
export type ConsentFacts = v.InferOutput<typeof ConsentFacts>;

const ContentsFacts = v.strictObject({
  proof: v.exactOptional(Proof),
  userData: v.exactOptional(UserData),
  revokeProof: v.exactOptional(Proof),
  notice: v.pipe(
    v.nullable(ContentFacts),
    v.description('Everything that the version says. `null` if it no longer exists.'),
  ),
});

/**
 * What a register signs about one consent (docs/evidence-format.md): the leaves of its log, and the contents whose
 * hashes they have. Everything else follows from these (`toStatement`).
 */
export const Facts = v.strictObject({
  format: v.literal(factsFormat),
  issuedAt: v.pipe(isoTime, v.description("When the document was issued, by the register's clock.")),
  asked: v.exactOptional(SpanFacts),
  names: v.pipe(NamesFacts, v.description('Names as of `issuedAt`. They may have been others before.')),
  consent: v.pipe(ConsentFacts, v.description('The leaves of the consent, exactly as the log commits to them.')),
  versions: v.pipe(
    v.array(PublishedLeaf),
    v.minLength(1),
    v.description('The leaves of all versions of the notice that the register had at `issuedAt`, the oldest first.'),
  ),
  contents: v.pipe(
    ContentsFacts,
    v.description('What the hashes in the leaves are made of. An erased consent has only `notice`.'),
  ),
});
export type Facts = v.InferOutput<typeof Facts>;
