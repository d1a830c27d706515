import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { tame } from '../../shared/schema/visible-text.ts';
import { renderChecks } from '../parts/checks.tsx';
import type { Verification } from '../../verifier/verification.ts';
import { pageEnglish } from '../words/evidence/eng.ts';
import { renderIntake } from './intake.tsx';
import { renderReader } from './reader.tsx';
import { useDrop, useTaking } from './taking.ts';
import type { Trust } from './trust.ts';
import { verifyWith } from './trust.ts';
import type { Origin } from './verdict.tsx';
import { renderVerdict } from './verdict.tsx';
import type { Witnesses } from './witnesses.ts';
import { addWitnesses, noWitnesses } from './witnesses.ts';

interface Given extends Origin {
  readonly bytes: Uint8Array;
}

/** Lets the browser draw before long work starts. */
const drawn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

/** The result of a verification; undefined if the browser failed. */
interface Outcome {
  readonly given: Given;
  readonly trust: Trust | undefined;
  readonly witnesses: Witnesses;
  readonly verification: Verification | undefined;
}

/**
 * Verifies the document again whenever an input changes. Undefined until it is done, so the result of one document never appears next to the
 * name of another.
 */
const useOutcome = (given: Given | undefined, trust: Trust | undefined, witnesses: Witnesses): Outcome | undefined => {
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    let isStale = false;
    if (given !== undefined) {
      void drawn()
        .then(() => verifyWith(given.bytes, trust, { ...witnesses, now: new Date() }))
        .catch(() => undefined)
        .then((verification) => isStale || setOutcome({ given, trust, witnesses, verification }));
    }
    return () => {
      isStale = true;
    };
  }, [given, trust, witnesses]);
  const isOwn = outcome?.given === given && outcome?.trust === trust && outcome?.witnesses === witnesses;
  return isOwn ? outcome : undefined;
};

const Result = ({ given, verification }: { readonly given: Given; readonly verification: Verification }): VNode => {
  const { statement, signer, verdict } = verification;
  const [isVerdictDrawn, setDrawn] = useState(false);
  useEffect(() => void drawn().then(() => setDrawn(true)), []);
  const reader = useMemo(
    () =>
      isVerdictDrawn && verdict !== 'refused' && statement && signer
        ? renderReader({ statement, signer, bytes: given.bytes })
        : null,
    [verification, given, isVerdictDrawn],
  );
  useLayoutEffect(() => {
    if (reader === null || !statement) return undefined;
    const before = document.title;
    document.title = `Evidence of consent ${statement.id}`;
    return () => {
      document.title = before;
    };
  }, [reader, statement]);
  return (
    <div>
      {renderChecks(verification, pageEnglish)} {reader}
    </div>
  );
};

/** Browsers have no `crypto.subtle` in a page loaded over http. */
const canVerify = (): boolean => crypto.subtle !== undefined;

const cannotVerify = (
  <p class="warning">
    This browser cannot verify a document here, so nothing is known about the document. Save this page and open it from
    your disk in a newer browser, or use the command <code>consent-register evidence verify</code>.
  </p>
);

const renderOutcome = (given: Given | undefined, trust: Trust | undefined, outcome: Outcome | undefined) => {
  if (!canVerify()) return cannotVerify;
  if (given === undefined) return null;
  if (outcome === undefined) return <p class="verdict">Verifying …</p>;
  const { verification } = outcome;
  return verification ? renderVerdict(verification, given, trust !== undefined) : cannotVerify;
};

/** @param own the document in the page; undefined if there is none */
export const App = ({ own }: { readonly own: Uint8Array | undefined }): VNode => {
  const [given, setGiven] = useState<Given | undefined>(own && { bytes: own, fileName: undefined, fromPage: true });
  const [trust, setTrust] = useState<Trust>();
  const [witnesses, setWitnesses] = useState(noWitnesses);
  const [note, setNote] = useState('');
  const outcome = useOutcome(given, trust, witnesses);
  const take = useTaking({
    document: ({ bytes, name, fromPage }) => setGiven({ bytes, fileName: name, fromPage }),
    keys: ({ keys }) => setTrust({ by: 'keys', keys }),
    witnesses: (added) => setWitnesses((before) => addWitnesses(before, added)),
    note: setNote,
  });
  useDrop(take);
  const verification = outcome?.verification;
  return (
    <main>
      <h1>Evidence of a consent</h1>
      <div aria-live="polite" aria-busy={given !== undefined && outcome === undefined}>
        {note === '' ? null : <p class="warning">{tame(note)}</p>}
        {renderOutcome(given, trust, outcome)}
      </div>
      {renderIntake({ trust, witnesses, isOwn: own !== undefined, take, setTrust })}
      {given && verification ? <Result given={given} verification={verification} /> : null}
    </main>
  );
};
