import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { formatThumbprint } from '../../verifier/keys.ts';
import type { KeptCheckpoint } from '../../verifier/log/checkpoints.ts';
import type { EvidenceText } from '../describe/writing.ts';
import { Icon } from '../ui/icon.tsx';
import { CodeText, FlowingText } from '../ui/text.tsx';
import { useWords } from '../ui/words.ts';
import type { Expected } from './given-files.ts';
import type { RegisterKeys } from './register-keys.ts';
import type { Trust } from './trust.ts';
import { readThumbprint } from './trust.ts';

/** The reader's inputs. */
export interface Intake {
  readonly trust: Trust | undefined;
  readonly checkpoints: readonly KeptCheckpoint[];
  /** The name of the document's file, if the reader gave one. */
  readonly document: string | undefined;
  readonly isOwn: boolean;
  /** The keys of the register that serves the page; `awaited` until they are there, undefined in a page from a file. */
  readonly register: RegisterKeys | 'awaited' | undefined;
  readonly take: (files: readonly File[], expected: Expected) => void;
  readonly setTrust: (trust: Trust | undefined) => void;
}

type Change = { readonly currentTarget: HTMLInputElement };

/** A field for files, whose button says what was chosen. The input is emptied, so that the reader can choose the same file again. */
const FilePick = ({
  id,
  label,
  accept,
  chosen,
  isMultiple = false,
  take,
}: {
  readonly id: Expected;
  readonly label: string;
  readonly accept: string;
  /** What is there already; undefined for nothing. */
  readonly chosen: string | undefined;
  readonly isMultiple?: boolean;
} & Pick<Intake, 'take'>): VNode => {
  const { t } = useWords();
  const listen = ({ currentTarget }: Change): void => {
    take(Array.from(currentTarget.files ?? []), id);
    currentTarget.value = '';
  };
  return (
    <div class="pick">
      <input id={id} type="file" accept={accept} multiple={isMultiple} onChange={listen} />
      <label for={id}>
        <span>
          <CodeText text={label} />
        </span>{' '}
        <span class={chosen === undefined ? 'button' : 'button chosen'}>
          {chosen === undefined ? (
            t('verify.intake.choose')
          ) : (
            <>
              <Icon name="check" /> <bdi>{escapeInvisible(chosen)}</bdi>{' '}
              <span class="remark">{t('verify.intake.change')}</span>
            </>
          )}
        </span>
      </label>
    </div>
  );
};

const describeTrust = (trust: Trust | undefined, { t }: EvidenceText): string => {
  if (trust === undefined) return t('verify.intake.noKey');
  if (trust.by === 'thumbprint')
    return t('verify.intake.trustsThumbprint', { thumbprint: formatThumbprint(trust.thumbprint) });
  const { keys, source } = trust.keys;
  return t('verify.intake.trustsKeys', { count: keys.length, source });
};

/** An invalid or empty thumbprint removes an earlier one, but not the keys of a file. */
const Thumbprint = ({ trust, setTrust }: Pick<Intake, 'trust' | 'setTrust'>): VNode => {
  const { t } = useWords();
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

/** What the button of the keys says. */
const nameKeys = (trust: Trust | undefined, { t }: EvidenceText): string | undefined => {
  if (trust?.by === 'keys') return trust.keys.source;
  return trust?.by === 'register' ? t('verify.register.keys') : undefined;
};

/** How far to trust the keys: those of the register beside the page are its own word. */
const KeyAdvice = ({ trust, register }: Pick<Intake, 'trust' | 'register'>): VNode => {
  const { t } = useWords();
  if (register === undefined || (trust !== undefined && trust.by !== 'register'))
    return <p class="remark">{t('verify.intake.source')}</p>;
  if (register === 'awaited') return <p class="remark">{t('verify.register.awaited')}</p>;
  if (register.is === 'keys') return <p class="remark">{t('verify.register.advice')}</p>;
  return <p class="remark">{t(`verify.register.${register.is}`, { source: register.address })}</p>;
};

/** The fields for the document and the key. */
export const IntakeFields = ({ trust, checkpoints, document, isOwn, register, take, setTrust }: Intake): VNode => {
  const words = useWords();
  const { t } = words;
  const kept = checkpoints.map(({ source }) => source).join(', ');
  return (
    <section class="intake">
      <h2>{isOwn ? t('verify.intake.headingOfOwn') : t('verify.intake.heading')}</h2>
      <p>
        {isOwn || document !== undefined ? null : `${t('verify.intake.says')} `}
        {t('verify.intake.how')}
      </p>
      <div class="picks">
        <FilePick
          id="document"
          label={isOwn ? t('verify.intake.anotherDocument') : t('verify.intake.document')}
          accept=".json,.html,.htm,application/json,text/html"
          chosen={document}
          take={take}
        />
        <FilePick
          id="keys"
          label={t('verify.intake.keys')}
          accept=".json,.jwk,.jwks,application/json"
          chosen={nameKeys(trust, words)}
          take={take}
        />
        <Thumbprint trust={trust} setTrust={setTrust} />
        <FilePick
          id="checkpoint"
          label={t('verify.intake.log')}
          accept=".txt,.json,text/plain,application/json"
          chosen={kept === '' ? undefined : kept}
          isMultiple
          take={take}
        />
      </div>
      <KeyAdvice trust={trust} register={register} />
      <p aria-live="polite">
        <strong>
          <bdi>
            <FlowingText text={escapeInvisible(describeTrust(trust, words))} />
          </bdi>
        </strong>{' '}
        <bdi>{kept === '' ? '' : escapeInvisible(t('verify.intake.forLog', { names: kept }))}</bdi>
      </p>
    </section>
  );
};
