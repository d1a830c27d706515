import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Options } from './options.ts';
import { removalPolicy } from './removal.ts';

/**
 * The key that signs evidence. Its private half never leaves KMS. Each generation is a separate key: the earlier one stays
 * until an operator schedules its deletion (docs/decisions/infra.md#evidence-key).
 */
export const createEvidenceKey = (
  scope: Construct,
  { evidenceKeyGeneration, retainData }: Pick<Options, 'evidenceKeyGeneration' | 'retainData'>,
): Key =>
  new Key(scope, `EvidenceKey${evidenceKeyGeneration}`, {
    description: `Consent register: signs evidence, generation ${evidenceKeyGeneration}`,
    keySpec: KeySpec.ECC_NIST_P256,
    keyUsage: KeyUsage.SIGN_VERIFY,
    removalPolicy: removalPolicy(retainData),
    pendingWindow: Duration.days(30),
  });

/** Lets a role sign evidence with the key, in one way only, and read its public half. */
export const allowSigning = ({ keyArn }: IKey): PolicyStatement[] => [
  new PolicyStatement({ actions: ['kms:GetPublicKey'], resources: [keyArn] }),
  new PolicyStatement({
    actions: ['kms:Sign'],
    resources: [keyArn],
    conditions: { StringEquals: { 'kms:SigningAlgorithm': 'ECDSA_SHA_256', 'kms:MessageType': 'DIGEST' } },
  }),
];
