import { flattenedVerify, importJWK } from 'jose';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { toCanonicalJson } from '../../../shared/canonical.ts';
import { DocumentHeader, EvidenceDocument } from '../../../shared/evidence/document.ts';
import { findOwned, readHoldings } from '../../../shared/evidence/holdings.ts';
import { signDocument } from '../../../shared/evidence/sign-document.ts';
import { toStatement } from '../../../shared/evidence/statement.ts';
import { listAccounts } from '../../../shared/identity/account.ts';
import { addConsent, newTenant } from '../../support/builders.ts';
import { newLocalSigner } from '../../support/evidence-signer.ts';
import { table } from '../../support/table.ts';

const tell = async () => {
  const { consentId } = await addConsent(await newTenant());
  const owned = await findOwned(table, await listAccounts(table), consentId);
  if (owned === undefined) throw new Error('There is no such consent.');
  return toStatement(await readHoldings(table, owned), new Date());
};

test('is a flattened JWS whose payload is the canonical statement beside it, and canonical itself', async () => {
  const [statement, signer] = [await tell(), await newLocalSigner()];

  const text = await signDocument(toCanonicalJson(statement), signer);

  const document = v.parse(EvidenceDocument, JSON.parse(text));
  expect(toCanonicalJson(document)).toBe(text);
  expect(document.statement).toEqual(statement);
  const payload = Buffer.from(toCanonicalJson(document.statement)).toString('base64url');
  const jws = { protected: document.protected, payload, signature: document.signature };
  const { protectedHeader } = await flattenedVerify(jws, await importJWK({ ...signer.jwk }, 'ES256'));
  const header = v.parse(DocumentHeader, protectedHeader);
  expect(header).toEqual({ alg: 'ES256', jwk: signer.jwk, kid: signer.kid, typ: 'consent-evidence+jws' });
  expect(Buffer.from(document.protected, 'base64url').toString()).toBe(toCanonicalJson(header));
});
