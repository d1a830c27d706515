import { describe, expect, test } from 'vitest';
import { useDemoRegister } from '../docs/demo-register.ts';
import type { Client } from './clients.ts';
import { consent, liveClients, recordedClients } from './clients.ts';

const register = useDemoRegister();

const id = expect.stringMatching(/^[0-9a-f]{32}$/);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

const added = (pid: number) => ({
  consentId: id,
  consentInformationVersionId: id,
  consentInformationPid: pid,
  time,
});

const add = (client: Client, parameters = consent) =>
  client(`${register().baseUrl}/consent-register/add`, parameters, register().token);

/** The one consent of this id, found by the data of the person who gave it. */
const findRecord = async (consentId: string) => {
  const { userData } = consent;
  const criteria = { ...userData, città: userData.città.value };
  const { body } = await register().call('/consent-register/search', { id: consentId, userData: criteria });
  expect(body).toMatchObject({ page: '1', totalPages: 1, results: 1, totalResults: 1 });
  return body.data[0];
};

describe.each(Object.entries({ ...liveClients, ...recordedClients }))('%s', (_name, client) => {
  test('records what every other client records', async () => {
    const { status, contentType, body } = await add(client);

    expect({ status, contentType }).toEqual({ status: 200, contentType: 'application/json' });
    expect(body).toEqual({ data: consent.consentInformationPid.map(added) });
    for (const { consentId, ...answer } of body.data) {
      expect(await findRecord(consentId)).toEqual({
        id: consentId,
        projectUid: consent.projectUid,
        projectId: id,
        consentInformationPid: answer.consentInformationPid,
        consentInformationVersionId: answer.consentInformationVersionId,
        lang: consent.lang,
        time: answer.time,
        channel: consent.channel,
        channelData: {},
        proof: consent.proof,
        userData: consent.userData,
        revoked: false,
        revokeTime: null,
        revokeChannel: null,
        revokeChannelData: null,
        revokeProof: null,
      });
    }
  });
});

/** The HTML standard has browsers write every line break of a multipart form as CR LF; axios does the same. */
const breaksLinesAnew = ['fetch FormData', 'axios FormData'];

test.each(Object.entries(liveClients))('%s: line feeds are kept as they arrive', async (name, client) => {
  const { body } = await add(client, { ...consent, userData: { ...consent.userData, note: 'one\ntwo' } });
  const criteria = { id: body.data[0]?.consentId, userData: { email: consent.userData.email } };

  const found = await register().call('/consent-register/search', criteria);

  expect(found.body.data[0]?.userData.note).toBe(breaksLinesAnew.includes(name) ? 'one\r\ntwo' : 'one\ntwo');
});

test('bodies of PHP and Python have been recorded', () => {
  expect(Object.keys(recordedClients).sort()).toEqual([
    'php-http-build-query-rfc3986.json',
    'php-http-build-query.json',
    'php-json-encode.json',
    'requests-dict.json',
    'requests-json.json',
    'requests-multipart.json',
    'requests-tuples.json',
  ]);
});
