import * as v from 'valibot';
import { openTable } from '../../shared/store/table.ts';
import { atFirstCall, readAtFirstCall, text } from '../environment.ts';
import { rotationSteps } from './rotation-steps.ts';

const readConfig = readAtFirstCall(
  v.object({
    /** Name of the DynamoDB table. */
    TABLE_NAME: text,
    /** Name or ARN of the secret that holds the private signing key. */
    SIGNING_KEY_SECRET: text,
  }),
);

const getTable = atFirstCall(() => openTable(readConfig().TABLE_NAME));

/** The event of Secrets Manager for each step of a rotation. ClientRequestToken is the id of the new version. */
const RotationEvent = v.object({ Step: v.string(), SecretId: v.string(), ClientRequestToken: text });

/** Throws if the step failed. Secrets Manager then leaves the current key as it is and tries again later. */
export const handler = async (event: unknown): Promise<void> => {
  const { SIGNING_KEY_SECRET: secretId } = readConfig();
  const { success, output } = v.safeParse(RotationEvent, event);
  const step = success && output.SecretId === secretId ? rotationSteps.get(output.Step) : undefined;
  if (!success || step === undefined) throw new Error('The event is not a step of a rotation of SIGNING_KEY_SECRET.');
  await step({ table: getTable(), secretId, versionId: output.ClientRequestToken, now: new Date() });
};
