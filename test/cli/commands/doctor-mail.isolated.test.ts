import { beforeEach, expect, test, vi } from 'vitest';
import { serve } from '../../support/call/serve.ts';
import { startStoreProxy } from '../../support/faults/store-proxy.ts';

const proxy = await startStoreProxy();
const { expectOnly, ok, useSoundStage, wrong } = await import('../../support/make/sound-stage.ts');
const { region } = await import('../../support/make/deployed-stage.ts');

const stage = await useSoundStage(proxy);
const mailFrom = 'consents@shop.example';

/** What Amazon SES says of the AWS account, and whether identities are verified. */
const told = { account: {}, identities: new Map<string, boolean>() };

const endpoint = await serve((request, response) => {
  const identity = /^\/v2\/email\/identities\/(.+)$/.exec(decodeURIComponent(request.url ?? ''))?.[1];
  const verified = identity === undefined ? undefined : told.identities.get(identity);
  const isGone = identity !== undefined && verified === undefined;
  response.writeHead(isGone ? 404 : 200, {
    'content-type': 'application/json',
    ...(isGone && { 'x-amzn-errortype': 'NotFoundException' }),
  });
  response.end(JSON.stringify(identity === undefined ? told.account : { VerifiedForSendingStatus: verified }));
});

beforeEach(() => {
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', endpoint);
  const outputs = stage.aws.stacks.get('ConsentRegister-prod');
  stage.aws.stacks.set('ConsentRegister-prod', { ...outputs, MailFrom: mailFrom });
  told.account = { ProductionAccessEnabled: true, SendingEnabled: true };
  told.identities = new Map([['shop.example', true]]);
});

test('can leave from an address whose domain is verified, or which is itself', async () => {
  await expectOnly(stage, ok('mail', `from ${mailFrom}, verified by shop.example`));
  told.identities = new Map([[mailFrom, true]]);
  await expectOnly(stage, ok('mail', `from ${mailFrom}, verified by ${mailFrom}`));
});

test.each([
  ['there is none', new Map()],
  ['it waits for DNS', new Map([['shop.example', false]])],
])('no identity: %s', async (_, identities) => {
  told.identities = identities;

  await expectOnly(
    stage,
    wrong(
      'mail',
      `neither ${mailFrom} nor its domain is verified in Amazon SES in ${region}`,
      'No request to confirm is mailed. Verify the domain there, with DKIM (docs/deploy.md, Mail).',
    ),
  );
});

test('the sandbox, and an account that may not send', async () => {
  told.account = { ProductionAccessEnabled: false, SendingEnabled: true };
  await expectOnly(
    stage,
    wrong(
      'mail',
      `Amazon SES in ${region} is in the sandbox`,
      'Mail goes to verified addresses alone. Ask AWS for production access (docs/deploy.md, Mail).',
    ),
  );
  told.account = { ProductionAccessEnabled: true, SendingEnabled: false };
  await expectOnly(
    stage,
    wrong(
      'mail',
      `Amazon SES has paused sending in ${region}`,
      'No mail is sent. Look at the reputation of the account in SES.',
    ),
  );
  expect(stage.aws.calls).toContain(`DescribeStacks in ${region}`);
});
