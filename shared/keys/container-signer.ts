import { readEvidenceConfig } from '../config.ts';
import type { EvidenceSigner } from './evidence-key.ts';
import { openEvidenceSigner } from './evidence-key.ts';

const { EVIDENCE_KEY: id, STAGE: stage } = readEvidenceConfig();

let opened: EvidenceSigner | undefined;

/** Who signs evidence in this container; opened once, by a call to KMS, and tried again by the next call where that failed. */
export const getEvidenceSigner = async (): Promise<EvidenceSigner> => {
  opened ??= await openEvidenceSigner({ id, stage });
  return opened;
};
