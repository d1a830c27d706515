import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { namesTime } from '../../parts/state.tsx';
import type { Verification } from '../../../verifier/verification.ts';
import { verifyDocument } from '../../../verifier/verify.ts';
import type { Address } from '../address.ts';
import { Called } from '../calls/called.tsx';
import { useCall } from '../calls/use-call.ts';
import { useWords } from '../language.ts';
import { PageHeading } from '../parts/page-heading.tsx';
import { Consent } from './consent.tsx';
import { Refused } from './refused.tsx';

type ConsentAddress = Extract<Address, { readonly view: 'consent' }>;

/** The document, and the browser's verification of it; undefined if the browser cannot verify. */
interface Received {
  readonly bytes: Uint8Array;
  readonly verification: Verification | undefined;
}

/** Browsers have no `crypto.subtle` in a page loaded over http. */
const verify = async (bytes: Uint8Array): Promise<Verification | undefined> =>
  crypto.subtle === undefined ? undefined : verifyDocument(bytes, { now: new Date() });

/** The time to ask the service about. A text that names no time stays on the page. */
const toRequest = (id: string, at: string | undefined): { id: string; at?: string } =>
  at === undefined || !namesTime(at) ? { id } : { id, at };

const Shown = ({
  received: { bytes, verification },
  again,
  ...rest
}: {
  readonly received: Received;
  readonly again: () => void;
  readonly address: ConsentAddress;
  readonly sign: (at: string | undefined) => void;
}): VNode => {
  const words = useWords('consent');
  if (verification === undefined)
    return (
      <div>
        <PageHeading title={words.title} />
        <p class="warning">{words.cannotVerify}</p>
      </div>
    );
  const { verdict, statement, signer } = verification;
  if (verdict === 'refused' || statement === undefined || signer === undefined || statement.id !== rest.address.id)
    return <Refused verification={verification} again={again} />;
  return <Consent held={{ bytes, verification, statement, signer }} {...rest} />;
};

/**
 * One consent, from its signed document. The browser verifies the document before it shows anything of it. The page asks the service once: the
 * state at another time follows from the document.
 */
export const ConsentPage = ({ address }: { readonly address: ConsentAddress }): VNode => {
  const { id, at } = address;
  const [signedAt, setSignedAt] = useState(at);
  const words = useWords('consent');
  const calling = useCall(
    async (client, signal): Promise<Received> => {
      const bytes = await client.getEvidenceFile(toRequest(id, signedAt), { signal });
      return { bytes, verification: await verify(bytes) };
    },
    [id, signedAt],
  );
  return (
    <main id="content">
      {calling.outcome.is === 'done' ? null : <PageHeading title={words.title} />}
      <Called
        calling={calling}
        show={(received) => <Shown received={received} again={calling.again} address={address} sign={setSignedAt} />}
      />
    </main>
  );
};
