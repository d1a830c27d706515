import * as v from 'valibot';
import { config } from '../../shared/config.ts';
import { secretId } from '../../shared/identity/keys/signing-secret.ts';
import { openTable } from '../../shared/store/client.ts';
import { rotationSteps } from './rotation-steps.ts';

/** The event of Secrets Manager for each step of a rotation. ClientRequestToken is the id of the new version. */
const RotationEvent = v.object({
  Step: v.string(),
  SecretId: v.literal(secretId),
  ClientRequestToken: v.pipe(v.string(), v.nonEmpty()),
});

const table = openTable(config.TABLE_NAME);

/** Throws if the step failed. Secrets Manager then leaves the current key as it is and tries again later. */
export const handler = async (event: unknown): Promise<void> => {
  const { success, output } = v.safeParse(RotationEvent, event);
  const step = success ? rotationSteps.get(output.Step) : undefined;
  if (!success || step === undefined) throw new Error('The event is not a step of a rotation of SIGNING_KEY_SECRET.');
  await step({ table, versionId: output.ClientRequestToken, now: new Date() });
};
