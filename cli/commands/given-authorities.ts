import { tame } from '../../shared/schema/visible-text.ts';
import type { Authority } from '../../verifier/log/stamps.ts';
import { hasCertificate } from '../../verifier/log/stamps.ts';
import { CommandError } from '../command-error.ts';
import { readGivenFile } from './evidence/evidence-file.ts';

/** The certificates of an authority that the verifier trusts. @throws CommandError usage */
export const readAuthority = async (file: string): Promise<Authority> => {
  const pem = new TextDecoder().decode(await readGivenFile(file));
  if (!hasCertificate(pem))
    throw new CommandError(
      `${tame(file)} has no certificate in PEM form. It must contain "-----BEGIN CERTIFICATE-----".`,
      'usage',
    );
  return { whence: tame(file), pem };
};
