import type { ProvableEvent } from '../shared/evidence/log-schema.ts';
import type { PartName } from '../shared/evidence/statement-format.ts';
import type { NoticeNaming } from '../shared/notices/naming.ts';
import type { Lang } from '../shared/schema/vocabulary.ts';

/** What a leaf of the log tells: an event of the consent, or the publication of a version of its notice, if it is known which. */
export interface ToldEvent {
  readonly event: ProvableEvent;
  readonly version: number | null;
}

/** A tree of the log, of the document or of a checkpoint that the reader kept. */
export interface NamedTree {
  readonly size: number;
  /** The reader's name for the checkpoint; null for one of the document. */
  readonly whence: string | null;
}

/** A checkpoint that the reader kept. */
export interface NamedCheckpoint {
  readonly whence: string;
  readonly size: number;
  readonly time: string;
}

interface OfEvent {
  readonly told: ToldEvent;
}

/** A member of the statement, safe to be shown; null for the statement itself. */
interface OfMember {
  readonly member: string | null;
}

/** A code for each sentence that a check says, with the facts that stand in it. Times are in ISO 8601; names of others are safe to be shown. */
export interface SayingFacts {
  readonly 'page-extracted': null;
  readonly 'page-broken': null;
  readonly 'json-ok': null;
  readonly 'json-mark': null;
  readonly 'json-deep': { readonly most: number };
  readonly 'json-not': null;
  readonly 'json-surrogate': null;
  readonly 'json-not-utf8': null;
  readonly 'json-large': { readonly bytes: number };
  readonly 'canonical-ok': null;
  readonly 'canonical-cannot': null;
  readonly 'canonical-around': null;
  readonly 'canonical-differs': { readonly at: number };
  readonly 'document-ok': null;
  readonly 'document-members': { readonly members: readonly string[]; readonly optional: string };
  readonly 'document-none': null;
  readonly 'header-ok': null;
  readonly 'header-damaged': null;
  readonly 'header-form': null;
  readonly 'header-other-key': null;
  readonly 'header-no-key': null;
  readonly 'signature-ok': null;
  readonly 'signature-form': null;
  readonly 'signature-unchecked': null;
  readonly 'signature-other': null;
  readonly 'hash-ok': { readonly part: PartName };
  readonly 'hash-other': { readonly part: PartName };
  readonly 'only-signature': null;
  readonly 'members-ok': null;
  readonly 'members-newer': { readonly given: string; readonly format: string };
  readonly 'member-unknown': OfMember;
  readonly 'member-missing': OfMember;
  readonly 'member-form': OfMember;
  readonly 'member-inexact': OfMember;
  readonly 'record-ok': null;
  readonly 'record-other': null;
  readonly 'record-times-ok': null;
  readonly 'record-times-other': null;
  readonly 'erased-not': null;
  readonly 'erased-ok': null;
  readonly 'erased-left': null;
  readonly 'record-notice-ok': null;
  readonly 'record-notice-other': { readonly named: number; readonly pid: number };
  readonly 'id-time-ok': null;
  /** Times as in records, in UTC. */
  readonly 'id-time-other': { readonly ofId: string; readonly ofRecord: string };
  readonly 'origin-imported': null;
  readonly 'origin-own': null;
  readonly 'origin-both': null;
  readonly 'observed-times-ok': null;
  readonly 'observed-times-other': null;
  readonly 'revoked-not': null;
  readonly 'revoked-ok': null;
  readonly 'revoked-half': null;
  readonly 'observed-import': null;
  readonly 'observed-ok': null;
  readonly 'observed-missing': null;
  readonly 'notice-hash-none': null;
  readonly 'notice-hash-ok': null;
  readonly 'notice-hash-other': null;
  readonly 'history-ok': null;
  readonly 'history-other': null;
  readonly 'versions-ok': { readonly count: number };
  readonly 'versions-gap': null;
  readonly 'text-ok': null;
  readonly 'text-imported': {
    readonly namedBy: NoticeNaming | null;
    readonly publishedAt: string;
    readonly given: string;
    /** Whether the version was published before the consent was given. */
    readonly isBefore: boolean;
  };
  readonly 'text-gone': null;
  readonly 'text-other-version': null;
  readonly 'text-other': null;
  readonly 'text-not-compared': null;
  readonly 'language-ok': null;
  readonly 'language-none': { readonly lang: Lang };
  readonly 'terms-ok': null;
  readonly 'terms-other': null;
  readonly 'times-ok': null;
  readonly 'times-other': null;
  readonly 'state-ok': null;
  readonly 'state-other': null;
  readonly 'state-now-ok': null;
  readonly 'state-now-other': null;
  readonly 'issued-ok': null;
  readonly 'issued-early': null;
  readonly 'issued-at': { readonly time: string };
  readonly 'issued-later': { readonly time: string };
  readonly 'signer-known': { readonly kid: string; readonly whence: string };
  readonly 'signer-without-key': { readonly thumbprint: string };
  readonly 'signer-other': { readonly thumbprint: string; readonly whence: string };
  readonly 'key-without-times': { readonly whence: string; readonly issuedAt: string };
  readonly 'key-in-use': { readonly from: string };
  readonly 'key-not-in-use': { readonly from: string; readonly issuedAt: string };
  readonly 'log-none': null;
  readonly 'log-has': OfEvent & { readonly index: number; readonly size: number };
  readonly 'log-lacks': OfEvent;
  readonly 'log-form': null;
  readonly 'log-twice': null;
  readonly 'log-place': { readonly index: number; readonly size: number };
  readonly 'log-two-places': { readonly first: number; readonly index: number };
  readonly 'log-key-form': null;
  readonly 'log-stripped': { readonly given: readonly string[] };
  readonly 'log-key-other': { readonly whence: string };
  readonly 'log-two-histories': { readonly one: NamedTree; readonly other: NamedTree };
  readonly 'missing-older': OfEvent;
  readonly 'missing-young': OfEvent;
  readonly 'missing-due': OfEvent & { readonly after: 'hour' | 'day' };
  readonly 'checkpoint-damaged': null;
  readonly 'checkpoint-other-log': { readonly origin: string };
  readonly 'checkpoint-unsigned': { readonly size: number; readonly time: string };
  readonly 'checkpoint-unchecked': { readonly size: number; readonly time: string };
  readonly 'checkpoint-ok': { readonly log: string; readonly size: number; readonly time: string };
  readonly 'checkpoint-order': null;
  readonly 'stamp-unchecked': { readonly size: number };
  readonly 'order-event': OfEvent & { readonly size: number; readonly time: string; readonly happened: string };
  readonly 'order-future': { readonly size: number; readonly time: string };
  readonly 'order-backwards': {
    readonly size: number;
    readonly time: string;
    readonly smaller: number;
    readonly later: string;
  };
  readonly 'log-late': OfEvent & {
    readonly logged: string;
    readonly by: 'checkpoint' | 'kept';
    readonly happened: string;
  };
  readonly 'since-kept': OfEvent & { readonly time: string; readonly whence: string };
  readonly 'since-register': OfEvent & { readonly time: string; readonly whence: string };
  readonly 'since-document': OfEvent & { readonly time: string };
  readonly 'kept-other-log': { readonly whence: string; readonly origin: string };
  readonly 'kept-other-key': { readonly whence: string };
  readonly 'kept-unsigned': { readonly whence: string };
  /** @param other the reader's name for the other checkpoint; null for the document */
  readonly 'kept-fork': { readonly other: string | null; readonly whence: string; readonly size: number };
  readonly 'kept-has': OfEvent & { readonly whence: string; readonly size: number };
  readonly 'kept-lacks': OfEvent & { readonly whence: string; readonly size: number };
  readonly 'kept-afterwards': OfEvent & {
    readonly kept: NamedCheckpoint;
    readonly happened: string;
    readonly index: number;
  };
  readonly 'kept-unproved': OfEvent & { readonly kept: NamedCheckpoint };
  readonly 'kept-not-compared': OfEvent & { readonly kept: NamedCheckpoint };
  readonly 'kept-older': { readonly kept: NamedCheckpoint };
}

export type SayingCode = keyof SayingFacts;

/** What a check says, for words of any language. */
export type Saying = {
  [Code in SayingCode]: SayingFacts[Code] extends null ? readonly [Code] : readonly [Code, SayingFacts[Code]];
}[SayingCode];
