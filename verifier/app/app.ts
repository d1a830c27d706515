import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { tame } from '../../shared/schema/visible-text.ts';
import type { Verification } from '../verification.ts';
import { readDropped } from './dropped.ts';
import { renderIntake } from './intake.ts';
import { renderReader } from './reader.ts';
import type { Trust } from './trust.ts';
import { verifyWith } from './trust.ts';
import type { Origin } from './verdict.ts';
import { renderChecks, renderVerdict } from './verdict.ts';

interface Given extends Origin {
  readonly bytes: Uint8Array;
}

/** Lets the browser draw what it has before it is kept busy. */
const drawn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

/** Verifies what is given with what is trusted, again whenever one of both changes. Undefined until that is done. */
const useVerification = (given: Given | undefined, trust: Trust | undefined): Verification | undefined => {
  const [verification, setVerification] = useState<Verification>();
  useEffect(() => {
    let isStale = false;
    setVerification(undefined);
    if (given !== undefined) {
      void drawn()
        .then(() => verifyWith(given.bytes, trust, new Date()))
        .then((done) => isStale || setVerification(done));
    }
    return () => {
      isStale = true;
    };
  }, [given, trust]);
  return verification;
};

/** Takes files wherever they are dropped. */
const useDrop = (take: (files: readonly File[]) => void): void => {
  const taker = useRef(take);
  taker.current = take;
  useEffect(() => {
    const allow = (event: DragEvent): void => event.preventDefault();
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      taker.current(Array.from(event.dataTransfer?.files ?? []));
    };
    document.addEventListener('dragover', allow);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', allow);
      document.removeEventListener('drop', drop);
    };
  }, []);
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
  useEffect(() => {
    if (reader !== null && statement) document.title = `Evidence of consent ${statement.id}`;
  }, [reader, statement]);
  return html`<div>${renderChecks(verification)} ${reader}</div>` as VNode;
};

/** @param own the document that the page has; undefined in a page that has none */
export const App = ({ own }: { readonly own: Uint8Array | undefined }): VNode => {
  const [given, setGiven] = useState<Given | undefined>(own && { bytes: own, fileName: undefined, fromPage: true });
  const [trust, setTrust] = useState<Trust>();
  const [note, setNote] = useState('');
  const verification = useVerification(given, trust);
  const takeOne = async (file: File, expected?: 'keys'): Promise<string> => {
    const dropped = await readDropped(file, expected);
    if (dropped.is === 'keys') setTrust({ by: 'keys', keys: dropped.keys });
    if (dropped.is === 'document')
      setGiven({ bytes: dropped.bytes, fileName: dropped.name, fromPage: dropped.fromPage });
    return dropped.is === 'nothing' ? dropped.says : '';
  };
  const take = async (files: readonly File[], expected?: 'keys'): Promise<void> => {
    const says = await Promise.all(
      files.map((file) => takeOne(file, expected).catch(() => `${file.name} cannot be read.`)),
    );
    setNote(says.filter((text) => text !== '').join(' '));
  };
  useDrop(take);
  return html`<main>
    <h1>Evidence of a consent</h1>
    <div aria-live="polite" aria-busy=${given !== undefined && verification === undefined}>
      ${note === '' ? null : html`<p class="warning">${tame(note)}</p>`}
      ${given && verification ? renderVerdict(verification, given) : null}
      ${given && verification === undefined ? html`<p class="verdict">Verifying …</p>` : null}
    </div>
    ${renderIntake({ trust, isOwn: own !== undefined, take, setTrust })}
    ${given && verification ? html`<${Result} given=${given} verification=${verification} />` : null}
  </main>` as VNode;
};
