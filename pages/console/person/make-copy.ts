import type { Zippable } from 'fflate';
import { strToU8, zipSync } from 'fflate';
import type { Client } from '../../../client/typescript/index.ts';
import type { HeldValue } from '../../../shared/consents/held-values.ts';
import { collectValues, findSpelledApart } from '../../../shared/consents/held-values.ts';
import type { FurtherConsents } from '../../../shared/consents/person.ts';
import { findableValues } from '../../../shared/consents/person-data.ts';
import type { Statement } from '../../../shared/evidence/statement.ts';
import type { CopiedConsent, CopyFolder } from '../../files/person-copy.ts';
import { writePerson } from '../../files/person-copy.ts';
import { newVoice } from '../../files/voice.ts';
import type { PageLang } from '../../i18n/index.ts';
import type { PersonValue } from './person-value.tsx';
import type { ReadStatements, Watching } from './read-copy.ts';
import { findFurther, readStatements } from './read-copy.ts';

/** What a copy is made of. */
export interface CopyRequest {
  readonly values: readonly PersonValue[];
  readonly lang: PageLang;
  /** The officer's text at the top of the page. */
  readonly letter: string;
  /** Whether different values are known to belong to one person. */
  readonly areOne: boolean;
}

/** A whole copy, as one file. */
export interface PersonCopy extends Pick<CopyFiles, 'count' | 'sha256' | 'files'> {
  readonly bytes: Uint8Array;
  /** Without personal data. */
  readonly name: string;
  /** Undefined if it could not be looked for them. */
  readonly further: readonly FurtherConsents[] | undefined;
}

/** What came of it: a whole copy, or why there is none. */
export type Made =
  | { readonly is: 'made'; readonly copy: PersonCopy }
  /** The consents have different values of these keys, and nobody said that they are of one person. */
  | { readonly is: 'several'; readonly differing: readonly string[] }
  | Exclude<ReadStatements, { readonly is: 'read' }>;

const nameCopy = (madeAt: Date): string =>
  `copy-of-data-${madeAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.zip`;

/**
 * Makes the copy for a person of signed documents: all of them, or none.
 *
 * @throws ConsentRegisterError if the list of her consents cannot be read, or the reason of the signal
 */
export const makeCopy = async (
  client: Client,
  { values, lang, letter, areOne }: CopyRequest,
  watching: Watching,
): Promise<Made> => {
  const reading = await readStatements(client, values, watching);
  if (reading.is !== 'read') return reading;
  const { statements } = reading;
  const differing = areOne ? [] : findSpelledApart(collectValues(statements.map(({ claimed }) => claimed)));
  if (differing.length > 0) return { is: 'several', differing };
  const askedFor = findableValues(Object.fromEntries(values.map(({ key, value }) => [key, value])));
  const made = await makeFiles({ statements, askedFor, lang, letter });
  const ids = new Set(statements.map(({ id }) => id));
  const looking = findFurther(client, { held: made.held, asked: askedFor, ids }, watching.signal);
  const further = await looking.catch(() => undefined);
  watching.signal.throwIfAborted();
  const { count, files, sha256, madeAt } = made;
  return { is: 'made', copy: { count, files, sha256, bytes: zipFiles(made), name: nameCopy(madeAt), further } };
};

/** What the files are made of. */
interface CopyContent {
  /** Newest first, and at least one. */
  readonly statements: readonly Statement[];
  /** Normalised, by key. */
  readonly askedFor: ReadonlyMap<string, string>;
  readonly lang: PageLang;
  /** The officer's text at the top of the page; empty for none. */
  readonly letter: string;
}

/** The files of a copy. */
export interface CopyFiles {
  readonly count: number;
  /** Those that the command `person export` writes, by their names. */
  readonly files: ReadonlyMap<string, string>;
  readonly madeAt: Date;
  /** Hash of data.json, in hex. */
  readonly sha256: string;
  readonly held: readonly HeldValue[];
}

/** A folder in memory. */
const newMemoryFolder = () => {
  const files = new Map<string, string[]>();
  const folder: CopyFolder = {
    create: async (name) => {
      const pieces: string[] = [];
      files.set(name, pieces);
      return {
        write: async (text) => {
          pieces.push(text);
        },
        close: async () => {},
      };
    },
    read: async function* read(name) {
      yield* files.get(name) ?? [];
    },
    remove: async (name) => {
      files.delete(name);
    },
  };
  const toFiles = (): ReadonlyMap<string, string> =>
    new Map([...files].map(([name, pieces]) => [name, pieces.join('')]));
  return { folder, toFiles };
};

const dateIfAny = (time: string | null): Date | undefined => (time === null ? undefined : new Date(time));

const toCopied = ({ id, record, claimed, notice, times }: Statement): CopiedConsent => ({
  id,
  facets: { pid: record.consentInformationPid, lang: claimed.lang },
  version: { name: notice.name },
  times: {
    given: new Date(times.given),
    revoked: dateIfAny(times.revoked),
    expires: dateIfAny(times.expires),
    superseded: dateIfAny(times.superseded),
    erased: dateIfAny(times.erased),
  },
  userData: claimed.userData,
});

/** The register's clock decides what is in force, not the reader's. */
const latestOf = (statements: readonly Statement[]): Date =>
  new Date(statements.reduce((latest, { issuedAt }) => Math.max(latest, Date.parse(issuedAt)), 0));

/** Makes the files of a copy, as the command `person export` does, of the person's signed documents. */
export const makeFiles = async ({ statements, askedFor, lang, letter }: CopyContent): Promise<CopyFiles> => {
  const madeAt = latestOf(statements);
  const account = statements[0]?.account.name ?? '';
  const { folder, toFiles } = newMemoryFolder();
  async function* read() {
    yield {
      consents: statements.map(toCopied),
      statements: async function* each() {
        yield* statements;
      },
    };
  }
  const written = await writePerson(folder, read(), {
    account,
    voice: newVoice(lang, account),
    letter: letter.trim() === '' ? undefined : letter,
    madeAt,
    askedFor,
  });
  return { count: written.count, files: toFiles(), madeAt, sha256: written.sha256, held: written.values };
};

/** The files as one that telephones and computers open without another program. */
export const zipFiles = ({ files, madeAt }: Pick<CopyFiles, 'files' | 'madeAt'>): Uint8Array => {
  const entries = [...files].map(([name, text]): [string, Zippable[string]] => [name, strToU8(text)]);
  return zipSync(Object.fromEntries(entries), { mtime: madeAt });
};
