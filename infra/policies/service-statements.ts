import type { EventRight, EvidenceRight, SecretRight } from './rights.ts';
import type { Statement } from './statement.ts';
import { allow, resources } from './statement.ts';

/** A caller that makes Secrets Manager rotate needs the right to call the rotating function. */
export const secretStatements: Readonly<Record<SecretRight, readonly Statement[]>> = {
  look: [allow('LookAtSecret', ['secretsmanager:DescribeSecret'], [resources.secret])],
  'look-at-any': [allow('LookAtAnySigningKey', ['secretsmanager:DescribeSecret'], [resources.anySecret])],
  rotate: [
    allow('RotateSecret', ['secretsmanager:RotateSecret'], [resources.secret]),
    allow('RunRotation', ['lambda:InvokeFunction'], [resources.rotation]),
  ],
};

/** The key signs evidence in the register's one way; a read of the key alone allows nothing else. */
export const evidenceStatements: Readonly<Record<EvidenceRight, Statement>> = {
  read: allow('ReadEvidenceKey', ['kms:GetPublicKey'], [resources.evidenceKey]),
  sign: allow('SignEvidence', ['kms:Sign'], [resources.evidenceKey], {
    StringEquals: { 'kms:SigningAlgorithm': 'ECDSA_SHA_256', 'kms:MessageType': 'DIGEST' },
  }),
  'look-at-any': allow('LookAtAnyEvidenceKey', ['kms:DescribeKey'], [resources.anyKey], {
    StringEquals: { 'kms:KeySpec': 'ECC_NIST_P256', 'kms:KeyUsage': 'SIGN_VERIFY' },
  }),
};

/** The anchors in their first version. */
export const anchorStatements = [
  allow('ListAnchors', ['s3:ListBucketVersions'], [resources.anchors]),
  allow('ReadAnchors', ['s3:GetObjectVersion'], [`${resources.anchors}/*`]),
];

/** The encryption key opens only the key of events, not the key of checkpoints. */
export const eventStatements: Readonly<Record<EventRight, Statement>> = {
  'open-key': allow('OpenEventKey', ['kms:Decrypt'], [resources.key], {
    StringEquals: { 'kms:EncryptionContext:purpose': 'events', 'kms:EncryptionContext:stage': 'STAGE' },
  }),
  put: allow('PutEvents', ['events:PutEvents'], [resources.bus]),
};
