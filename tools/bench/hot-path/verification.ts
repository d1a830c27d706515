import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { newIdentifier } from '../../../shared/identifier.ts';
import { readUnverified, signAccessToken, verifyAccessToken } from '../../../shared/identity/access-token.ts';
import { createKeyPair } from '../../../shared/identity/keys/key-pair.ts';
import { quantile } from '../report.ts';

const roundsOfSecond = 60;
const warmUpRoundsOfSecond = 10;
const callsPerRound = 20;

/** Median milliseconds of one call. */
export interface Verification {
  /** The signature alone, by `node:crypto`, and in the form (DER) that it checks fastest. */
  readonly signature: number;
  /** Of a token that has been read. */
  readonly verifyAccessToken: number;
  /** As the bearer check does it: the token is read first, which names its key. */
  readonly bearerCheck: number;
}

const millisecondsPerCall = async (work: () => unknown): Promise<number> => {
  const start = performance.now();
  for (let call = 0; call < callsPerRound; call += 1) await work();
  return (performance.now() - start) / callsPerRound;
};

/** Verifies one access token in each way, in turn, for about so many seconds. */
export const measureVerification = async (seconds: number): Promise<Verification> => {
  const warmUpRounds = warmUpRoundsOfSecond * seconds;
  const rounds = roundsOfSecond * seconds;
  const now = new Date();
  const { secret, verificationKey } = createKeyPair(now);
  const { kid, privateKey: pem } = JSON.parse(secret);
  const privateKey = createPrivateKey(pem);
  const publicKey = createPublicKey({ key: verificationKey.jwk, format: 'jwk' });
  const bearer = { userId: 1, sessionId: newIdentifier(now), accountId: newIdentifier(now) };
  const token = signAccessToken(bearer, { kid, privateKey }, { lifetime: 3600, now });
  const read = readUnverified(token);
  const signed = Buffer.from(token.slice(0, token.lastIndexOf('.')));
  const signature = sign('sha256', signed, privateKey);
  const ways = {
    signature: () => {
      if (!verify('sha256', signed, publicKey, signature)) throw new Error('The signature does not fit.');
    },
    verifyAccessToken: () => verifyAccessToken(read, publicKey, now),
    bearerCheck: () => verifyAccessToken(readUnverified(token), publicKey, now),
  };
  const turns: Verification[] = [];
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    turns.push({
      signature: await millisecondsPerCall(ways.signature),
      verifyAccessToken: await millisecondsPerCall(ways.verifyAccessToken),
      bearerCheck: await millisecondsPerCall(ways.bearerCheck),
    });
  }
  const warm = turns.slice(warmUpRounds);
  const median = (way: keyof Verification): number => quantile(warm.map((turn) => turn[way]));
  return {
    signature: median('signature'),
    verifyAccessToken: median('verifyAccessToken'),
    bearerCheck: median('bearerCheck'),
  };
};
