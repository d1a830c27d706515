import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { tame } from '../../shared/schema/visible-text.ts';
import { spellThumbprint } from '../../verifier/thumbprint.ts';
import type { Expected } from './dropped.ts';
import type { Trust } from './trust.ts';
import { readThumbprint } from './trust.ts';
import type { Witnesses } from './witnesses.ts';
import { describeWitnesses } from './witnesses.ts';

/** The reader's inputs. */
export interface Intake {
  readonly trust: Trust | undefined;
  readonly witnesses: Witnesses;
  readonly isOwn: boolean;
  readonly take: (files: readonly File[], expected: Expected) => void;
  readonly setTrust: (trust: Trust | undefined) => void;
}

type Change = { readonly currentTarget: HTMLInputElement };

/** Lets the reader choose the same file again. The verdict and the line below the key name the files, so the field is cleared. */
const takeChosen =
  (take: (files: readonly File[]) => void) =>
  ({ currentTarget }: Change): void => {
    take(Array.from(currentTarget.files ?? []));
    currentTarget.value = '';
  };

const describeTrust = (trust: Trust | undefined): string => {
  if (trust === undefined) return 'You have given no key yet. Without a key, this page cannot check who signed.';
  if (trust.by === 'thumbprint') return `You trust the key with the thumbprint ${spellThumbprint(trust.thumbprint)}.`;
  const { keys, whence } = trust.keys;
  return `You trust ${keys.length === 1 ? 'the key' : `the ${keys.length} keys`} of ${whence}.`;
};

/** An invalid or empty thumbprint removes an earlier one, but not the keys of a file. */
const Thumbprint = ({ trust, setTrust }: Pick<Intake, 'trust' | 'setTrust'>): VNode => {
  const [text, setText] = useState('');
  const listen = ({ currentTarget }: Change): void => {
    const { value } = currentTarget;
    const thumbprint = readThumbprint(value);
    setText(value);
    if (thumbprint !== undefined) setTrust({ by: 'thumbprint', thumbprint });
    else if (trust?.by === 'thumbprint') setTrust(undefined);
  };
  const isWrong = text.trim() !== '' && readThumbprint(text) === undefined;
  return (
    <p class="field">
      <label for="thumbprint">Or the thumbprint of the key, such as from a letter</label>
      <input
        id="thumbprint"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={listen}
        aria-invalid={isWrong}
        aria-describedby="thumbprint-rule"
      />
      <span id="thumbprint-rule" class="remark">
        {isWrong ? 'A thumbprint has 64 digits, 0 to 9 and a to f, or 43 characters.' : ''}
      </span>
    </p>
  );
};

/** The fields for the document and the key. */
export const renderIntake = ({ trust, witnesses, isOwn, take, setTrust }: Intake): VNode => (
  <section class="intake">
    <h2>{isOwn ? 'Check it yourself' : 'Your files'}</h2>
    {isOwn ? null : (
      <p>
        This page checks whether a signed document of a consent was changed, and whether a key that you trust signed it.
        Then it shows what the document says.
      </p>
    )}
    <p>Choose the files, or drop them anywhere on this page. They stay on this machine: the page sends nothing.</p>
    <div class="beside">
      <p class="field">
        <label for="document">
          {isOwn ? 'Another document' : 'The document'} (<code>.json</code> or <code>.html</code>)
        </label>
        <input
          id="document"
          type="file"
          accept=".json,.html,.htm,application/json,text/html"
          onChange={takeChosen((files) => take(files, 'document'))}
        />
      </p>
      <div>
        <p class="field">
          <label for="keys">
            The key of the register (<code>keys.json</code> or <code>.pem</code>)
          </label>
          <input
            id="keys"
            type="file"
            accept=".json,.jwk,.jwks,.pem,.pub,application/json"
            onChange={takeChosen((files) => take(files, 'keys'))}
          />
        </p>
        <Thumbprint trust={trust} setTrust={setTrust} />
      </div>
    </div>
    <p class="field">
      <label for="witness">
        For the log: checkpoints that you have kept, certificates of a time-stamp authority (<code>.pem</code>), or a
        policy of logs and witnesses that you trust
      </label>
      <input
        id="witness"
        type="file"
        multiple
        accept=".txt,.json,.pem,.crt,.cer,text/plain,application/json"
        onChange={takeChosen((files) => take(files, 'witness'))}
      />
    </p>
    <p class="remark">
      Take the key, the thumbprint and certificates from a place that you trust, such as the site of the register, a
      notary or a letter. Do not take them from the person who gave you the document.
    </p>
    <p aria-live="polite">
      <strong>
        <bdi>{tame(describeTrust(trust))}</bdi>
      </strong>{' '}
      <bdi>{tame(describeWitnesses(witnesses))}</bdi>
    </p>
  </section>
);
