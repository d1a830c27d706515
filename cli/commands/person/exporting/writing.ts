import type { AgreedText } from '../../../../shared/evidence/person-record.ts';
import { toAgreedText, toPersonRecord } from '../../../../shared/evidence/person-record.ts';
import type { Statement } from '../../../../shared/evidence/statement-schema.ts';
import { idOfText } from '../../../../pages/person/agreed-texts.ts';
import { renderCard } from '../../../../pages/person/consent-card.ts';
import type { PersonSummary } from '../../../../pages/person/person-page.ts';
import { renderPersonPage } from '../../../../pages/person/person-page.ts';
import type { Voice } from '../../../../pages/person/voice.ts';
import { explanation, leftOut } from '../../../../pages/words/person/explanation.ts';
import type { NewFile, NewFolder } from '../../../printing/new-folder.ts';
import type { DataFile } from './data-file.ts';
import { createDataFile } from './data-file.ts';
import { newProofFiles } from './proof-files.ts';
import type { Batch } from './reading.ts';
import type { Summary } from './summary.ts';
import { sumUp } from './summary.ts';

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

const writePage = async (folder: NewFolder, summary: PersonSummary, voice: Voice): Promise<void> => {
  const { before, after } = renderPersonPage(summary, voice);
  const page = await folder.create(names.page);
  await page.write(before);
  await copyInto(page, folder.read(names.cards));
  await page.write(after);
  await page.close();
  await folder.remove(names.cards);
};

/** Writes consents as they come, into the data file and into a draft of the page. */
const newConsentWriter = (folder: NewFolder, data: DataFile, cards: NewFile, voice: Voice) => {
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

/** Writes the folder for a person: the page, data.json for programs, and long proofs. Memory holds at most a hundred full consents. */
export const writePerson = async (
  folder: NewFolder,
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
