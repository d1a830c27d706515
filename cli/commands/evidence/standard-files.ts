import { rm } from 'node:fs/promises';
import { Option } from '@commander-js/extra-typings';
import type { Statement } from '../../../shared/evidence/statement-schema.ts';
import { showSpan, spanOf } from '../../../pages/wording/plain-time.ts';
import { CommandError } from '../../command-error.ts';
import { toConsentReceipt } from '../../iso-27560/consent-receipt.ts';
import { toConsentRecord } from '../../iso-27560/consent-record.ts';
import type { MissingField } from '../../iso-27560/required-fields.ts';
import { findMissingFields, nameField } from '../../iso-27560/required-fields.ts';
import { writeNewPrivateFile } from '../../printing/new-file.ts';
import type { Result } from '../../printing/output.ts';
import type { Signed } from './view.ts';
import { describeFile } from './view.ts';

/** Standard forms of a consent, by their names on the command line. */
const standards = { 'iso-27560': toConsentRecord, 'iso-27560-receipt': toConsentReceipt } as const;
export type Standard = keyof typeof standards;

export const formatOption = new Option(
  '--format <format>',
  'write an ISO/IEC TS 27560 record or receipt (docs/iso-27560.md) to a .jsonld file, and the signed document next to it to a .json file',
).choices(Object.keys(standards) as Standard[]);

/** The two files of a standard form. */
export interface StandardFiles {
  readonly file: string;
  /** The signed document that it refers to. */
  readonly document: string;
}

/** @throws CommandError usage when `--out` cannot be the file of a standard form */
export const chooseStandardFiles = (out: string | undefined): StandardFiles => {
  if (out === undefined || !/\.jsonld$/i.test(out)) {
    throw new CommandError('--format needs a new file that ends in .jsonld, as in --out record.jsonld.', 'usage');
  }
  return { file: out, document: out.replace(/ld$/i, '') };
};

const refuseUngiven = ({ id, state }: Statement): void => {
  if (state.state === null) {
    throw new CommandError(
      `Consent ${id} had not been given at ${showSpan(spanOf(state))}, so there is no record of it. Give a later time.`,
      'refused',
    );
  }
};

const writeBoth = async (
  { file, document }: StandardFiles,
  texts: { readonly file: string; readonly document: string },
) => {
  await writeNewPrivateFile(document, texts.document);
  try {
    await writeNewPrivateFile(file, texts.file);
  } catch (error) {
    await rm(document, { force: true });
    throw error;
  }
};

const describeMissing = (missing: readonly MissingField[]): string => {
  const fields = missing.map((field) =>
    field.member === undefined ? nameField(field) : `${nameField(field)} (${field.member})`,
  );
  return `The consent lacks what ISO/IEC TS 27560 requires: ${fields.join(', ')}. Words in brackets are members of notice.json: add them to the next version, for later consents (docs/iso-27560.md).`;
};

/**
 * Writes a consent in a standard form, and next to it the signed document that it refers to. Either both files are written, or
 * none.
 *
 * @throws CommandError usage when a file already exists; refused for a time before the consent was given
 */
export const writeStandard = async (standard: Standard, files: StandardFiles, signed: Signed): Promise<Result> => {
  const { statement, document } = signed;
  refuseUngiven(statement);
  const form = standards[standard](statement, signed);
  await writeBoth(files, { file: `${JSON.stringify(form, null, 2)}\n`, document });
  const missing = findMissingFields(statement);
  const { data, text } = describeFile(files.document, signed.document, signed, [[standard, files.file]]);
  return {
    data: { ...data, format: standard, formFile: files.file, missing },
    text,
    ...(missing.length > 0 && { remark: describeMissing(missing) }),
  };
};
