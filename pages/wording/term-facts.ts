import type { NoticeContent } from '../../shared/notices/content.ts';
import type { DataKind, Named, Party, Period, Recourse } from '../../shared/notices/terms.ts';
import type { Fact } from './consent-facts.ts';
import { tellDuration, tellTerm } from './vocabulary-terms.ts';
import type { TermWords, EvidenceWords } from '../words/evidence/words.ts';

type AnyNamed = Named | DataKind | Recourse | Period;

const nameParty = ({ name, ...rest }: Party): string => [name, ...Object.values(rest)].join(', ');

const isFlag = (member: string, flags: TermWords['flags']): member is keyof TermWords['flags'] =>
  Object.hasOwn(flags, member);

/** A detail of a name, without codes. */
const tellDetail = (member: string, value: string, { terms, writing }: EvidenceWords): string => {
  if (member === 'type') return tellTerm(value, terms);
  return member === 'duration' ? tellDuration(value, writing) : value;
};

/** A name with its details, such as its name in a vocabulary. */
const nameNamed = ({ name, ...rest }: AnyNamed, words: EvidenceWords): string => {
  const { flags } = words.terms;
  const more = Object.entries(rest).flatMap(([member, value]) => {
    if (typeof value === 'string') return [tellDetail(member, value, words)];
    return value && isFlag(member, flags) ? [flags[member]] : [];
  });
  return more.length === 0 ? name : `${name} (${more.join(', ')})`;
};

const listNamed = (label: string, items: readonly AnyNamed[] | undefined, words: EvidenceWords): Fact[] =>
  (items ?? []).map((item): Fact => [label, nameNamed(item, words)]);

const nameOne = (label: string, said: AnyNamed | undefined, words: EvidenceWords): Fact[] =>
  listNamed(label, said === undefined ? [] : [said], words);

const dataFacts = (terms: NoticeContent, words: EvidenceWords): Fact[] => {
  const { names } = words.terms;
  return [
    ...listNamed(names.personalData, terms.personalData, words),
    ...listNamed(names.processing, terms.processing, words),
    ...listNamed(names.dataSource, terms.dataSources, words),
    ...listNamed(names.storageLocation, terms.storageLocations, words),
    ...nameOne(names.storagePeriod, terms.storagePeriod, words),
    ...listNamed(names.processingLocation, terms.processingLocations, words),
  ];
};

const lawFacts = ({ consentType, authority, ...terms }: NoticeContent, words: EvidenceWords): Fact[] => {
  const { names } = words.terms;
  return [
    ...listNamed(names.jurisdiction, terms.jurisdictions, words),
    ...nameOne(names.lawfulBasis, terms.lawfulBasis, words),
    ...(consentType === undefined ? [] : [[names.consentType, words.terms.consentType(consentType)] as const]),
    ...nameOne(names.withdrawal, terms.withdrawal, words),
    ...listNamed(names.right, terms.rights, words),
    ...(authority === undefined ? [] : [[names.authority, nameParty(authority)] as const]),
  ];
};

/** The terms of the version, without those it leaves out. */
export const termFacts = (terms: NoticeContent, words: EvidenceWords): Fact[] => {
  const { names, noLimit, validity, yes, no, retention } = words.terms;
  const { validityDays, askAgain, retentionDays, controller } = terms;
  return [
    [names.validity, validityDays === 0 ? noLimit : validity(validityDays)],
    ...(askAgain === undefined ? [] : [[names.askAgain, askAgain ? yes : no] as const]),
    ...(retentionDays === undefined ? [] : [[names.retention, retention(retentionDays)] as const]),
    ...(controller === undefined ? [] : [[names.controller, nameParty(controller)] as const]),
    ...listNamed(names.purpose, terms.purposes, words),
    ...(terms.recipients ?? []).map((recipient): Fact => [names.recipient, nameParty(recipient)]),
    ...dataFacts(terms, words),
    ...lawFacts(terms, words),
  ];
};
