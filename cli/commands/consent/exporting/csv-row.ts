import { findText } from '../../../../shared/consents/evidence.ts';
import { valueIndexes } from '../../../../shared/consents/indexes.ts';
import type { ConsentLine } from '../../../../shared/consents/exchange/consent-line.ts';
import { ConsentLine as Line } from '../../../../shared/consents/exchange/consent-line.ts';
import type { Cell, Row } from '../../../printing/output.ts';

/** The most characters that a cell of Excel can hold. */
const cellCharacters = 32_767;

const personal = Object.keys(valueIndexes);

/** Members that are objects of a fixed shape: each of their members becomes a column. */
const shaped = {
  observed: ['userId', 'sessionId', 'sourceIp', 'userAgent', 'requestId'],
  revokeObserved: ['userId', 'sessionId', 'sourceIp', 'userAgent', 'requestId'],
  imported: ['source', 'line', 'at', 'by', 'withRevocation'],
} as const;

const isShaped = (name: string): name is keyof typeof shaped => Object.hasOwn(shaped, name);

/** The members of the line in its order, then the values of the person under the keys in the contract. */
export const csvColumns: readonly string[] = [
  ...Object.keys(Line.entries).flatMap((name) =>
    isShaped(name) ? shaped[name].map((member) => `${name}.${member}`) : [name],
  ),
  ...personal,
];

/** Texts of any length as JSON; if a cell cannot hold them, a pointer to where they are. */
const toCell = (value: object | null): string | undefined => {
  if (value === null) return undefined;
  const text = JSON.stringify(value);
  return text.length > cellCharacters ? 'too long for a cell; see this line in the JSON file' : text;
};

const shape = <Name extends keyof typeof shaped>(name: Name, value: ConsentLine[Name]): Row => {
  const members: Readonly<Record<string, Cell | null>> = value ?? {};
  return Object.fromEntries(Object.entries(members).map(([member, cell]) => [`${name}.${member}`, cell ?? undefined]));
};

/** The consent as a row for spreadsheets. What a cell cannot hold is only in the JSON line. */
export const toCsvRow = (line: ConsentLine): Row => {
  const { proof, userData, revokeProof, observed, revokeObserved, imported, ...rest } = line;
  const plain = Object.entries(rest).map(([name, value]) => [name, value ?? undefined]);
  return {
    ...Object.fromEntries(plain),
    ...{ proof: toCell(proof), userData: toCell(userData), revokeProof: toCell(revokeProof) },
    ...{ ...shape('observed', observed), ...shape('revokeObserved', revokeObserved), ...shape('imported', imported) },
    ...Object.fromEntries(personal.map((key) => [key, findText(userData, key)])),
  };
};
