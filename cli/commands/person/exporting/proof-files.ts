import type { Proof } from '../../../../shared/consents/evidence.ts';
import type { PersonRecord } from '../../../../shared/evidence/person-record.ts';
import type { Beside } from '../../../../pages/person/consent-card.ts';
import { renderProofPage } from '../../../../pages/person/proof-page.ts';
import type { Voice } from '../../../../pages/person/voice.ts';
import type { NewFolder } from '../../../printing/new-folder.ts';

/** Characters: of a proof that always fits on the page, of one that may, and of all of those together. */
const most = { short: 2_000, proof: 20_000, page: 2_000_000 };

const lengthOf = (proof: Proof): number => Object.values(proof).reduce((sum, text) => sum + text.length, 0);

/** Writes proofs that are too long for the page to files. File names contain ids and no personal data. */
export const newProofFiles = (folder: NewFolder, voice: Voice) => {
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
      proof: await place(id, id, voice.words.proof, proof),
      revokeProof: await place(id, `${id}-withdrawal`, voice.words.proofOfWithdrawal, revokeProof),
    }),
    count: () => count,
  };
};
