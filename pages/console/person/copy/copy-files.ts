import type { Zippable } from 'fflate';
import { strToU8, zipSync } from 'fflate';
import type { HeldValue } from '../../../../shared/consents/held-values.ts';
import type { Statement } from '../../../../shared/evidence/statement.ts';
import type { PageLang } from '../../../i18n/index.ts';
import type { CopyFolder } from '../../../person/person-copy.ts';
import { writePerson } from '../../../person/person-copy.ts';
import type { CopiedConsent } from '../../../person/person-summary.ts';
import { newVoice } from '../../../person/voice.ts';

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
