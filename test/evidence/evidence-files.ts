import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderEvidencePage } from '../../pages/files/evidence-page.ts';
import type { Facts } from '../../shared/evidence/schema.ts';
import { signDocument } from '../../shared/evidence/sign-document.ts';
import { newLocalSigner } from '../support/make/evidence-signer.ts';
import { newFolder } from '../support/make/machine.ts';

/** What an auditor has in a folder. */
export interface EvidenceFiles {
  readonly document: string;
  /** The same document in its page. */
  readonly page: string;
  readonly keys: string;
  /** A key file of somebody else. */
  readonly otherKeys: string;
  readonly kid: string;
}

const toKeyFile = ({ jwk, kid }: Awaited<ReturnType<typeof newLocalSigner>>): string =>
  JSON.stringify({ keys: [{ ...jwk, kid, alg: 'ES256', use: 'sig', usedFrom: '2026-01-01T00:00:00.000Z' }] });

/** Signs facts with a new key, and writes all files into a folder of their own. @param change to the document once it is signed */
export const writeEvidence = async (
  facts: Facts,
  change = (document: string): string => document,
): Promise<EvidenceFiles> => {
  const signer = await newLocalSigner();
  const text = change(await signDocument(facts, signer));
  const folder = newFolder();
  const contents = {
    'evidence.json': text,
    'evidence.html': await renderEvidencePage(text),
    'keys.json': toKeyFile(signer),
    'other-keys.json': toKeyFile(await newLocalSigner()),
  };
  for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, name), content);
  const [document, page, keys, otherKeys] = Object.keys(contents).map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  return { document, page, keys, otherKeys, kid: signer.kid };
};
