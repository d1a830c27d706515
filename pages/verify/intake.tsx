import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { formatThumbprint } from '../../verifier/keys.ts';
import type { KeptCheckpoint } from '../../verifier/log/checkpoints.ts';
import type { EvidenceText } from '../sentences/writing.ts';
import { CodeText } from './code-text.tsx';
import type { Expected } from './dropped.ts';
import type { Trust } from './trust.ts';
import { readThumbprint } from './trust.ts';

/** The reader's inputs. */
export interface Intake {
  readonly words: EvidenceText;
  readonly trust: Trust | undefined;
  readonly checkpoints: readonly KeptCheckpoint[];
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

const describeTrust = (trust: Trust | undefined, { t }: EvidenceText): string => {
  if (trust === undefined) return t('verify.intake.noKey');
  if (trust.by === 'thumbprint')
    return t('verify.intake.trustsThumbprint', { thumbprint: formatThumbprint(trust.thumbprint) });
  const { keys, source } = trust.keys;
  return t('verify.intake.trustsKeys', { count: keys.length, source });
};

/** An invalid or empty thumbprint removes an earlier one, but not the keys of a file. */
const Thumbprint = ({ words: { t }, trust, setTrust }: Pick<Intake, 'words' | 'trust' | 'setTrust'>): VNode => {
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
      <label for="thumbprint">{t('verify.intake.thumbprint')}</label>
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
        {isWrong ? t('verify.intake.thumbprintRule') : ''}
      </span>
    </p>
  );
};

/** The fields for the document and the key. */
export const renderIntake = ({ words, trust, checkpoints, isOwn, take, setTrust }: Intake): VNode => {
  const kept = checkpoints.map(({ source }) => source).join(', ');
  return (
    <section class="intake">
      <h2>{isOwn ? words.t('verify.intake.headingOfOwn') : words.t('verify.intake.heading')}</h2>
      {isOwn ? null : <p>{words.t('verify.intake.says')}</p>}
      <p>{words.t('verify.intake.how')}</p>
      <div class="beside">
        <p class="field">
          <label for="document">
            <CodeText text={isOwn ? words.t('verify.intake.anotherDocument') : words.t('verify.intake.document')} />
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
              <CodeText text={words.t('verify.intake.keys')} />
            </label>
            <input
              id="keys"
              type="file"
              accept=".json,.jwk,.jwks,application/json"
              onChange={takeChosen((files) => take(files, 'keys'))}
            />
          </p>
          <Thumbprint words={words} trust={trust} setTrust={setTrust} />
        </div>
      </div>
      <p class="field">
        <label for="checkpoint">
          <CodeText text={words.t('verify.intake.log')} />
        </label>
        <input
          id="checkpoint"
          type="file"
          multiple
          accept=".txt,.json,text/plain,application/json"
          onChange={takeChosen((files) => take(files, 'checkpoint'))}
        />
      </p>
      <p class="remark">{words.t('verify.intake.source')}</p>
      <p aria-live="polite">
        <strong>
          <bdi>{escapeInvisible(describeTrust(trust, words))}</bdi>
        </strong>{' '}
        <bdi>{kept === '' ? '' : escapeInvisible(words.t('verify.intake.forLog', { names: kept }))}</bdi>
      </p>
    </section>
  );
};
