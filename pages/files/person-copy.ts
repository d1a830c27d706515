import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { HeldValue } from '../../shared/consents/held-values.ts';
import { countValues } from '../../shared/consents/held-values.ts';
import type { PersonConsent } from '../../shared/consents/list-consents.ts';
import type { NoticeState } from '../../shared/consents/notice-states.ts';
import { toNoticeStates } from '../../shared/consents/notice-states.ts';
import type { Proof } from '../../shared/consents/person-data.ts';
import type { AgreedText, PersonRecord } from '../../shared/evidence/person-record.ts';
import { inOneOrder, toAgreedText, toPersonRecord } from '../../shared/evidence/person-record.ts';
import type { Statement } from '../../shared/evidence/statement.ts';
import { indentJson } from '../../shared/schema/visible-text.ts';
import { explanation, leftOut } from './person-data.ts';
import type { Beside, PersonSummary } from './person-page.ts';
import { idOfText, renderCard, renderPersonPage, renderProofPage } from './person-page.ts';
import type { Voice } from './voice.ts';

/** A file of the copy that is written piece by piece. */
interface NewFile {
  readonly write: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Where the files of a copy are written: a folder of a disk, or the memory of a browser. */
export interface CopyFolder {
  readonly create: (name: string) => Promise<NewFile>;
  /** The content of a closed file, piece by piece. */
  readonly read: (name: string) => AsyncIterable<string>;
  readonly remove: (name: string) => Promise<void>;
}

/** Consents of a person that were read together, newest first. */
export interface Batch {
  readonly consents: readonly CopiedConsent[];
  /** The full record of each. */
  readonly statements: () => AsyncIterable<Statement>;
}

/** What to write about the person in addition to the consents. */
export interface Writing extends Pick<PersonSummary, 'madeAt' | 'askedFor' | 'letter'> {
  readonly account: string;
  readonly voice: Voice;
}

/** What was written. */
export interface Written extends Summary {
  /** Hash of data.json, in hex. */
  readonly sha256: string;
  /** How many proofs have their own files. */
  readonly proofFiles: number;
}

const names = { page: 'index.html', data: 'data.json', cards: 'consents.part' };

/** Appends what was written to one file to another. */
const copyInto = async (file: NewFile, pieces: AsyncIterable<string>): Promise<void> => {
  for await (const piece of pieces) await file.write(piece);
};

const writePage = async (folder: CopyFolder, summary: PersonSummary, voice: Voice): Promise<void> => {
  const { before, after } = renderPersonPage(summary, voice);
  const page = await folder.create(names.page);
  await page.write(before);
  await copyInto(page, folder.read(names.cards));
  await page.write(after);
  await page.close();
  await folder.remove(names.cards);
};

/** Writes consents as they come, into the data file and into a draft of the page. */
const newConsentWriter = (folder: CopyFolder, data: DataFile, cards: NewFile, voice: Voice) => {
  const texts = new Map<string, AgreedText>();
  const proofs = newProofFiles(folder, voice);
  return {
    texts: () => [...texts.values()],
    proofFiles: proofs.count,
    add: async (statement: Statement): Promise<void> => {
      const record = toPersonRecord(statement);
      const agreed = toAgreedText(statement);
      const text = texts.get(idOfText(agreed)) ?? agreed;
      texts.set(idOfText(text), text);
      await data.add(record);
      await cards.write(renderCard(record, text, await proofs.place(record), voice));
    },
  };
};

/**
 * Writes the copy for a person: the page, data.json for programs, and long proofs. The command and the console write the same. It asks for each
 * consent once, so that a folder on a disk needs memory for one batch alone.
 */
export const writePerson = async (
  folder: CopyFolder,
  batches: AsyncIterable<Batch>,
  { account, voice, letter, ...asked }: Writing,
): Promise<Written> => {
  const { madeAt, askedFor } = asked;
  const before = { explanation, leftOut, madeAt, account, askedFor: Object.fromEntries(askedFor) };
  const data = await createDataFile(folder, names.data, before, 'consents');
  const cards = await folder.create(names.cards);
  const consents = newConsentWriter(folder, data, cards, voice);
  const sum = sumUp(madeAt);
  for await (const batch of batches) {
    sum.add(batch.consents);
    for await (const statement of batch.statements()) await consents.add(statement);
  }
  await cards.close();
  const summary = sum.tell();
  const { notices, values } = summary;
  const texts = consents.texts();
  const sha256 = await data.end({ texts, notices, values });
  await writePage(folder, { ...asked, letter, notices, values, texts }, voice);
  return { ...summary, sha256, proofFiles: consents.proofFiles() };
};

/** Characters: of a proof that always fits on the page, of one that may, and of all of those together. */
const most = { short: 2_000, proof: 20_000, page: 2_000_000 };

const lengthOf = (proof: Proof): number => Object.values(proof).reduce((sum, text) => sum + text.length, 0);

/** Writes proofs that are too long for the page to files. File names contain ids and no personal data. */
const newProofFiles = (folder: CopyFolder, voice: Voice) => {
  let room = most.page;
  let count = 0;
  const place = async (id: string, name: string, heading: string, proof: Proof | null): Promise<string | undefined> => {
    const length = proof === null ? 0 : lengthOf(proof);
    if (proof === null || length <= Math.max(most.short, Math.min(most.proof, room))) {
      room -= length;
      return undefined;
    }
    const file = await folder.create(`proofs/${name}.html`);
    await file.write(renderProofPage(id, heading, proof, voice));
    await file.close();
    count += 1;
    return `proofs/${name}.html`;
  };
  return {
    /** The names of the files with the proofs of a consent, if there are any. */
    place: async ({ record: { id, proof, revokeProof } }: PersonRecord): Promise<Beside> => ({
      proof: await place(id, id, voice.t('personPage.proof'), proof),
      revokeProof: await place(id, `${id}-withdrawal`, voice.t('personPage.proofOfWithdrawal'), revokeProof),
    }),
    count: () => count,
  };
};

const toMembers = (data: object): string =>
  Object.entries(data)
    .map(([name, value]) => `  ${JSON.stringify(name)}: ${indentJson(value, 2)}`)
    .join(',\n');

/** A file with one JSON object, whose list is written piece by piece. */
interface DataFile {
  readonly add: (element: unknown) => Promise<void>;
  /** Writes the rest. Returns the SHA-256 of the file in hex. */
  readonly end: (after: object) => Promise<string>;
}

/**
 * Begins the file.
 *
 * @param before members before the list; at least one, as after it
 * @param list name of the list
 */
const createDataFile = async (folder: CopyFolder, name: string, before: object, list: string): Promise<DataFile> => {
  const file = await folder.create(name);
  const hash = sha256.create();
  const write = (text: string): Promise<void> => {
    hash.update(utf8ToBytes(text));
    return file.write(text);
  };
  await write(`{\n${toMembers(before)},\n  ${JSON.stringify(list)}: [`);
  let separator = '\n';
  return {
    add: async (element) => {
      await write(`${separator}    ${indentJson(element, 4)}`);
      separator = ',\n';
    },
    end: async (after) => {
      await write(`\n  ],\n${toMembers(after)}\n}\n`);
      await file.close();
      return bytesToHex(hash.digest());
    },
  };
};

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
