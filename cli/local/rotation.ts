import { deriveVerificationKey } from '../../shared/identity/keys/key-pair.ts';
import { keepKeyPair } from './kept-key-pair.ts';

/**
 * Rotates the signing key as Secrets Manager does, with the real job. It loads the job, so set the environment first.
 *
 * @param directory keeps the new key for the next start, if given
 */
export const rotateSigningKey = async (
  secretId: string,
  versionId: string,
  directory: string | undefined,
): Promise<void> => {
  const [{ handler }, { rotationSteps }, { readSecret, toSigningKey }] = await Promise.all([
    import('../../functions/jobs/rotate-signing-key.ts'),
    import('../../functions/jobs/rotation-steps.ts'),
    import('../../shared/identity/keys/signing-secret.ts'),
  ]);
  for (const Step of rotationSteps.keys()) await handler({ Step, SecretId: secretId, ClientRequestToken: versionId });
  if (directory === undefined) return;
  const version = await readSecret(versionId);
  if (version.text === undefined) throw new Error('The rotation left no key.');
  await keepKeyPair(directory, {
    secret: version.text,
    verificationKey: deriveVerificationKey(toSigningKey(version)),
  });
};
