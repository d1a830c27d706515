import { readEvidenceConfig } from '../../config.ts';
import type { EvidenceSigner } from './evidence-key.ts';
import { openEvidenceSigner } from './evidence-key.ts';

const { EVIDENCE_KEY: id, STAGE: stage } = readEvidenceConfig();

let opened: EvidenceSigner | undefined;

/** The evidence signer of this container. One call to KMS opens it. If that fails, the next call tries again. */
export const getEvidenceSigner = async (): Promise<EvidenceSigner> => {
  opened ??= await openEvidenceSigner({ id, stage });
  return opened;
};
