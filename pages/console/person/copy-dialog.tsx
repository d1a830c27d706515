import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { collectValues, findSpelledApart } from '../../../shared/consents/held-values.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { PageLang } from '../../i18n/index.ts';
import { chooseLang, nameOfLanguage, pageLangs, tagOfLang } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.ts';
import { Field, Form, SelectField, TextArea, Tick } from '../../ui/form.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useKept } from '../actions/sending.ts';
import { toFragment } from '../address.ts';
import { Failure } from '../calls/failure.tsx';
import { useText, useWriting } from '../language.tsx';
import { CopyButton } from '../parts.tsx';
import type { FoundConsent } from '../search/listed-consent.ts';
import { useSession } from '../session/session.ts';
import type { CopyRequest, Made, PersonCopy } from './make-copy.ts';
import { makeCopy } from './make-copy.ts';
import type { PersonValue } from './person-value.tsx';
import { nameValue } from './person-value.tsx';
import type { CopyProgress } from './read-copy.ts';

/** How far the copy has come. */
type Making =
  | { readonly is: 'asked' }
  | { readonly is: 'under-way'; readonly progress: CopyProgress }
  | { readonly is: 'stopped' }
  | { readonly is: 'failed'; readonly error: unknown }
  | { readonly is: 'settled'; readonly made: Made };

/** Makes a copy, which is forgotten with the dialog. */
const useMaking = () => {
  const { client } = useSession();
  const [making, setMaking] = useState<Making>({ is: 'asked' });
  const giveUp = useRef(new AbortController());
  useEffect(() => () => giveUp.current.abort(), []);
  const make = async (request: CopyRequest): Promise<void> => {
    giveUp.current = new AbortController();
    const { signal } = giveUp.current;
    const settle = (next: Making): void => {
      if (!signal.aborted) setMaking(next);
    };
    settle({ is: 'under-way', progress: { read: 0, all: 0 } });
    const onProgress = (progress: CopyProgress): void => settle({ is: 'under-way', progress });
    try {
      settle({ is: 'settled', made: await makeCopy(client, request, { signal, onProgress }) });
    } catch (error) {
      settle({ is: 'failed', error });
    }
  };
  const stop = (): void => {
    giveUp.current.abort();
    setMaking({ is: 'stopped' });
  };
  return { making, make, stop, reconsider: () => setMaking({ is: 'asked' }) };
};

/** The browser asks before the page with an unsaved copy is closed. */
const useUnloadWarning = (isUnsaved: boolean): void => {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: Event): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
};

const isAltered = (error: unknown): boolean => error instanceof Error && error.name === 'AlteredDocument';

/** Why a consent could not be read. */
const Reason = ({ error }: { readonly error: unknown }): VNode => {
  const t = useText();
  const says = (crypto.subtle === undefined && t('consent.cannotVerify')) || (isAltered(error) && t('copy.altered'));
  return says ? <p class="failed">{says}</p> : <Failure error={error} />;
};

/** Consents that could not be read, and why, each reason once. */
const Incomplete = ({ made: { failed, read, all } }: { readonly made: Extract<Made, { is: 'incomplete' }> }): VNode => {
  const t = useText();
  const writing = useWriting();
  const reasons = new Map([...failed.values()].map((error) => [String(error), error]));
  return (
    <div>
      <p class="wrong" role="alert">
        {t('copy.incomplete', { read: writing.number(read), all: writing.number(all) })}
      </p>
      <ul class="items">
        {[...failed.keys()].map((id) => (
          <li key={id}>
            <a href={toFragment({ view: 'consent', id })}>
              <code>{id}</code>
            </a>
          </li>
        ))}
      </ul>
      {[...reasons].map(([name, error]) => (
        <Reason key={name} error={error} />
      ))}
    </div>
  );
};

/** The copy, or why there is none. */
const Outcome = ({ made }: { readonly made: Made }): VNode | null => {
  const t = useText();
  if (made.is === 'made') return <Done copy={made.copy} />;
  if (made.is === 'incomplete') return <Incomplete made={made} />;
  return made.is === 'several' ? null : (
    <p class="failed" role="alert">
      {made.is === 'nothing' ? t('copy.nothing') : t('copy.tooLarge')}
    </p>
  );
};

/** What the officer does with the copy, and what else may be the person's. */
const Done = ({ copy }: { readonly copy: PersonCopy }): VNode => {
  const t = useText();
  const writing = useWriting();
  const { count, sha256, further } = copy;
  return (
    <div>
      <p class="note done" role="status">
        <strong>{t('copy.done', { count: writing.number(count) })}</strong>
      </p>
      {further === undefined && <p class="warning">{t('copy.notLooked')}</p>}
      {further !== undefined && further.length > 0 && (
        <div class="warning">
          <p>{t('copy.further')}</p>
          <Facts
            facts={further.map(({ key, value, consents, isLeast }) => {
              const some = writing.number(consents);
              return [
                `${escapeInvisible(nameValue(t, key))} ${escapeInvisible(value)}`,
                isLeast ? t('copy.atLeast', { count: some }) : some,
              ] as const;
            })}
          />
          <p>{t('copy.furtherDo')}</p>
        </div>
      )}
      <p>{t('copy.check')}</p>
      <p>
        {t('copy.hash')}: <code>{sha256}</code> <CopyButton text={sha256} />
      </p>
    </div>
  );
};

interface Asking {
  readonly request: Omit<CopyRequest, 'values'>;
  readonly change: (request: Omit<CopyRequest, 'values'>) => void;
  /** Keys with different values. */
  readonly differing: readonly string[];
}

/** Everything that is asked before the copy is made. */
const Questions = ({ request, change, differing }: Asking): VNode => {
  const t = useText();
  const writing = useWriting();
  return (
    <>
      {differing.length > 0 && (
        <>
          <p class="warning">{t('person.several', { keys: writing.all(differing.map((key) => nameValue(t, key))) })}</p>
          <Tick
            label={t('copy.areOne')}
            isTicked={request.areOne}
            fault={request.areOne ? '' : t('copy.confirmOne')}
            change={(areOne) => change({ ...request, areOne })}
          />
        </>
      )}
      <SelectField
        label={t('copy.lang')}
        value={request.lang}
        choices={pageLangs.map((lang) => [lang, nameOfLanguage(tagOfLang(lang))])}
        change={(lang) => change({ ...request, lang: lang as PageLang })}
      />
      <Field label={t('copy.letter')} hint={t('copy.letterHint')}>
        <TextArea value={request.letter} change={(letter) => change({ ...request, letter })} />
      </Field>
    </>
  );
};

export interface CopyDialogProps {
  readonly found: readonly FoundConsent[];
  readonly values: readonly PersonValue[];
  readonly close: () => void;
}

/** Asks in which language, with which text and of whom, makes the copy, and saves it: whole or not at all. */
export const CopyDialog = ({ found, values, close }: CopyDialogProps): VNode => {
  const t = useText();
  const writing = useWriting();
  const { making, make, stop, reconsider } = useMaking();
  const [letter, setLetter] = useKept('letter of copies', '');
  const [chosen, setChosen] = useState(() => ({
    lang: chooseLang(found.slice(0, 100).map(({ lang }) => lang)),
    areOne: false,
  }));
  const request = { ...chosen, letter };
  const setRequest = ({ letter: written, ...rest }: typeof request): void => {
    setLetter(written);
    setChosen(rest);
  };
  const [differing, setDiffering] = useState<readonly string[]>(() => findSpelledApart(collectValues(found)));
  const [saved, setSaved] = useState('');
  const [isWarned, setWarned] = useState(false);
  const isBusy = making.is === 'under-way';
  const begin = (): Promise<void> => make({ ...request, values });
  const several = making.is === 'settled' && making.made.is === 'several' ? making.made.differing : undefined;
  useEffect(() => {
    if (several === undefined) return;
    setDiffering(several);
    reconsider();
  }, [several]);
  const whole = making.is === 'settled' && making.made.is === 'made' ? making.made.copy : undefined;
  const isUnsaved = whole !== undefined && saved === '';
  useUnloadWarning(isUnsaved);
  /** Somebody who leaves without a word is told first that the copy goes. */
  const leave = (): void => {
    if (isUnsaved && !isWarned) setWarned(true);
    else close();
  };
  return (
    <Dialog heading={t('copy.heading')} step={making.is} isBusy={isBusy} leave={leave}>
      {making.is === 'asked' && (
        <Form autocomplete="off" submit={begin}>
          <p>{t('copy.says', { count: writing.number(found.length) })}</p>
          <p>{t('copy.whose')}</p>
          <Questions request={request} change={setRequest} differing={differing} />
          <p class="actions">
            <button type="submit" class="primary">
              {t('copy.make')}
            </button>
            <button type="button" onClick={close}>
              {t('acts.cancel')}
            </button>
          </p>
        </Form>
      )}
      {making.is === 'under-way' && (
        <p class="note">
          <span role="status">
            {t('copy.progress', {
              read: writing.number(making.progress.read),
              all: writing.number(making.progress.all),
            })}
          </span>{' '}
          <button type="button" onClick={stop}>
            {t('copy.stop')}
          </button>
        </p>
      )}
      {making.is === 'stopped' && (
        <p class="warning" role="alert">
          {t('copy.stopped')}
        </p>
      )}
      {making.is === 'failed' && <Failure error={making.error} />}
      {making.is === 'settled' && <Outcome made={making.made} />}
      {isUnsaved && isWarned && (
        <p class="warning" role="alert">
          {t('copy.unsaved')}
        </p>
      )}
      {saved !== '' && (
        <p role="status">
          {t('copy.saved')} <code>{saved}</code>
        </p>
      )}
      {making.is !== 'asked' && !isBusy && (
        <p class="actions">
          {whole ? (
            <button
              type="button"
              class="primary"
              onClick={() => {
                saveFile(whole.bytes, whole.name, 'application/zip');
                setSaved(whole.name);
              }}
            >
              {t('copy.save')}
            </button>
          ) : (
            <button type="button" class="primary" onClick={begin}>
              {t('copy.again')}
            </button>
          )}
          <button type="button" onClick={close}>
            {isUnsaved ? t('copy.throwAway') : t('copy.close')}
          </button>
        </p>
      )}
    </Dialog>
  );
};
