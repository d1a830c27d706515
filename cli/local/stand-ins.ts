import { join } from 'node:path';
import type { StandIn } from './aws-json.ts';
import type { LocalEnvironment } from './environment.ts';
import { anchorBucket } from './environment.ts';
import { startEventBridge } from './event-bridge.ts';
import { openEventTarget } from './event-target.ts';
import { loadEncryptionKey, loadEvidenceKey } from './kept-kms-keys.ts';
import { startKms } from './kms.ts';
import { rotateSigningKey } from './rotation.ts';
import { startS3 } from './s3.ts';
import { startSecretsManager } from './secrets-manager.ts';

/** The stand-ins for AWS services other than DynamoDB. */
export interface StandIns {
  readonly secretsManager: StandIn;
  readonly kms: StandIn;
  readonly s3: StandIn;
  readonly eventBridge: StandIn;
}

/**
 * Starts all of them, with keys kept in the directory, if there is one.
 *
 * @param secret the signing key, by the name of its secret
 * @param eventsTo URL to post events to
 * @throws CommandError when a port cannot be used, or a kept key cannot be read
 */
export const startStandIns = async (
  { SECRETS_MANAGER_PORT, KMS_PORT }: Pick<LocalEnvironment, 'SECRETS_MANAGER_PORT' | 'KMS_PORT'>,
  directory: string | undefined,
  [name, secret]: readonly [name: string, secret: string],
  eventsTo: string | undefined,
): Promise<StandIns> => {
  const { deliver } = openEventTarget({ to: eventsTo, since: new Date() });
  const secretsManager = await startSecretsManager(new Map([[name, secret]]), {
    port: SECRETS_MANAGER_PORT,
    rotate: (versionId) => rotateSigningKey(name, versionId, directory),
  });
  const [evidenceKey, encryptionKey] = await Promise.all([loadEvidenceKey(directory), loadEncryptionKey(directory)]);
  const [kms, s3, eventBridge] = await Promise.all([
    startKms(evidenceKey, { encryptionKey, port: KMS_PORT }),
    startS3({ bucket: anchorBucket, folder: directory && join(directory, 'anchors') }),
    startEventBridge(deliver),
  ]);
  return { secretsManager, kms, s3, eventBridge };
};
