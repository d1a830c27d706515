import type { VNode } from 'preact';
import type { Lang, NewConsent } from '../../../client/typescript/index.ts';
import type { KnownKey } from '../../../shared/consents/person-data.ts';
import { knownKeys } from '../../../shared/consents/person-data.ts';
import type { Choice } from '../../ui/form.tsx';
import { Field, Form, Input, SelectField, TextArea } from '../../ui/form.tsx';
import { Called, useCall } from '../calls/use-call.tsx';
import { useLanguage, useText, useWriting } from '../language.tsx';
import type { RegisterNames } from '../names.tsx';
import { nameLanguages, nameNotice } from '../names.tsx';
import { NoticeText } from '../notices/version-page.tsx';
import { isKnownKey, nameValue } from '../person/person-value.tsx';
import { localDay } from '../writing.ts';
import type { Way } from './channels.tsx';
import { bodyBytes, dropBlank, toSaid, WayField, waysToAgree } from './channels.tsx';

interface PartProps {
  readonly draft: RecordingDraft;
  readonly change: (draft: RecordingDraft) => void;
  /** The sentence of what is wrong, or empty. */
  readonly say: (name: WrongRecording) => string;
}

/** The text of a version as the person agreed to it. */
const ShownText = ({ id, lang }: { readonly id: string; readonly lang: string }): VNode => {
  const calling = useCall((client, signal) => client.getNoticeVersion({ id }, { signal }), [id]);
  return <Called calling={calling} show={(content) => <NoticeText key={lang} content={content} lang={lang} />} />;
};

/** Project, notice, version and language. */
const What = ({ draft, names, change }: Omit<PartProps, 'say'> & { readonly names: RegisterNames }): VNode => {
  const t = useText();
  const language = useLanguage();
  const writing = useWriting();
  const nameLanguage = nameLanguages(language);
  const notice = names.notices.find(({ pid }) => String(pid) === draft.pid);
  const version = notice?.versions.find(({ id }) => id === draft.version);
  const set = (values: Partial<RecordingDraft>): void => change({ ...draft, ...values });
  return (
    <section>
      <h2>{t('recording.what')}</h2>
      <div class="fields">
        <SelectField
          label={t('recording.project')}
          value={draft.projectUid}
          choices={names.projects.map(({ uid, name }) => [uid, name])}
          nothing={draft.projectUid === '' ? t('acts.choose') : undefined}
          isRequired
          change={(projectUid) => set({ projectUid })}
        />
        <SelectField
          label={t('recording.notice')}
          value={draft.pid}
          choices={names.notices.map((one) => [String(one.pid), nameNotice(one, language)])}
          nothing={draft.pid === '' ? t('acts.choose') : undefined}
          isRequired
          change={(pid) => set({ pid, version: '' })}
        />
        {notice && notice.versions.length > 1 && (
          <SelectField
            label={t('recording.version')}
            value={draft.version}
            choices={notice.versions
              .map(
                (one): Choice => [
                  one.id,
                  t('find.versionOf', {
                    version: writing.number(one.version),
                    published: writing.day(one.publishedAt),
                  }),
                ],
              )
              .reverse()}
            change={(id) => set({ version: id })}
          />
        )}
        {version && version.languages.length > 1 && (
          <SelectField
            label={t('recording.language')}
            value={draft.lang}
            choices={version.languages.map((lang) => [lang, nameLanguage(lang)])}
            change={(lang) => set({ lang })}
          />
        )}
      </div>
    </section>
  );
};

const WhoFields = ({ draft, change, say }: PartProps): VNode => {
  const t = useText();
  const { values, own } = draft;
  return (
    <section>
      <h2>{t('recording.who')}</h2>
      <p class="quiet">{t('recording.whoHint')}</p>
      <div class="fields">
        {knownKeys.map((key, i) => (
          <Field
            key={key}
            label={nameValue(t, key)}
            fault={isTooLong(values[key]) ? say('value-too-long') : i === 0 ? say('person-missing') : ''}
          >
            <Input
              inputmode={key === 'email' ? 'email' : 'text'}
              value={values[key]}
              change={(value) => change({ ...draft, values: { ...values, [key]: value } })}
            />
          </Field>
        ))}
        <Field label={t('recording.ownValue')} fault={isTooLong(own.value) ? say('value-too-long') : ''}>
          <Input value={own.value} change={(value) => change({ ...draft, own: { ...own, value } })} />
        </Field>
        <Field label={t('find.ownKey')} fault={say('own-unnamed')}>
          <Input
            placeholder={t('find.ownKeyHelp')}
            maxLength={128}
            value={own.key}
            change={(key) => change({ ...draft, own: { ...own, key } })}
          />
        </Field>
      </div>
    </section>
  );
};

const HowFields = ({ draft, change, say }: PartProps): VNode => {
  const t = useText();
  return (
    <section>
      <h2>{t('recording.how')}</h2>
      <WayField
        label={t('recording.way')}
        hint={t('recording.wayHint')}
        ways={waysToAgree}
        way={draft.way}
        change={(way) => change({ ...draft, way })}
      />
      <Field label={t('recording.givenOn')} hint={t('recording.givenOnHint')}>
        <Input type="date" max={localDay()} value={draft.givenOn} change={(givenOn) => change({ ...draft, givenOn })} />
      </Field>
      <Field label={t('recording.reference')} hint={t('recording.referenceHint')} fault={say('ground-missing')}>
        <Input value={draft.reference} change={(reference) => change({ ...draft, reference })} />
      </Field>
      <Field label={t('recording.said')} hint={t('recording.saidHint')} fault={say('too-long')}>
        <TextArea value={draft.said} change={(said) => change({ ...draft, said })} />
      </Field>
    </section>
  );
};

/** The form for a consent. @param proceed called if the input is valid */
export const RecordingForm = ({
  draft,
  names,
  change,
  proceed,
}: {
  readonly draft: RecordingDraft;
  /** Projects, and the notices to which people can agree. */
  readonly names: RegisterNames;
  readonly change: (draft: RecordingDraft) => void;
  readonly proceed: () => void;
}): VNode => {
  const t = useText();
  const wrong = findWrongRecording(draft);
  const parts: PartProps = { draft, change, say: (name) => (wrong.includes(name) ? t(`recording.wrong.${name}`) : '') };
  return (
    <Form class="split" submit={proceed} autocomplete="off">
      <What {...parts} names={names} />
      {draft.version !== '' && (
        <section class="aside">
          <h2>{t('recording.text')}</h2>
          <ShownText id={draft.version} lang={draft.lang} />
        </section>
      )}
      <WhoFields {...parts} />
      <HowFields {...parts} />
      <p class="actions">
        <button type="submit" class="primary">
          {t('recording.proceed')}
        </button>
      </p>
    </Form>
  );
};

/** The reader's input for a consent. Empty for what is not chosen or typed. */
export interface RecordingDraft {
  readonly projectUid: string;
  readonly pid: string;
  /** Id of the version that is shown. */
  readonly version: string;
  readonly lang: string;
  readonly values: Readonly<Record<KnownKey, string>>;
  readonly own: { readonly key: string; readonly value: string };
  readonly way: Way | '';
  readonly givenOn: string;
  readonly reference: string;
  readonly said: string;
}

export const emptyRecording: RecordingDraft = {
  projectUid: '',
  pid: '',
  version: '',
  lang: '',
  values: Object.fromEntries(knownKeys.map((key) => [key, ''])) as Record<KnownKey, string>,
  own: { key: '', value: '' },
  way: '',
  givenOn: '',
  reference: '',
  said: '',
};

/** The most characters of a value (docs/api.md, Limits: valueCharacters). */
const valueCharacters = 1_024;

export const isTooLong = (value: string): boolean => value.trim().length > valueCharacters;

/** Something wrong with a draft. */
export type WrongRecording = 'person-missing' | 'own-unnamed' | 'value-too-long' | 'ground-missing' | 'too-long';

/** The values of the person that are not blank. */
export const toUserData = ({ values, own }: RecordingDraft): Record<string, string> =>
  dropBlank({ ...values, ...(own.key.trim() !== '' && { [own.key.trim()]: own.value }) });

/** The request for a draft: it names the version that was shown. */
export const toNewConsent = (draft: RecordingDraft): NewConsent => {
  const { projectUid, version, lang, way, givenOn, reference, said } = draft;
  const { channel, proof } = toSaid(way || 'other');
  return {
    projectUid,
    consentInformationVersionId: version,
    lang: lang as Lang,
    channel,
    proof: { ...proof, ...dropBlank({ given_on: givenOn, reference, words: said }) },
    userData: toUserData(draft),
  };
};

/** What is wrong with a draft, but for what the browser sees: what is missing, and a day that is none or to come. */
export const findWrongRecording = (draft: RecordingDraft): readonly WrongRecording[] => {
  const { own, reference, said } = draft;
  const userData = toUserData(draft);
  const bytes = new TextEncoder().encode(JSON.stringify(toNewConsent(draft))).length;
  const found: Readonly<Record<WrongRecording, boolean>> = {
    'person-missing': Object.keys(userData).length === 0,
    'own-unnamed': (own.key.trim() === '') !== (own.value.trim() === '') || isKnownKey(own.key.trim()),
    'value-too-long': Object.values(userData).some(isTooLong),
    'ground-missing': reference.trim() === '' && said.trim() === '',
    'too-long': bytes > bodyBytes,
  };
  return (Object.keys(found) as WrongRecording[]).filter((wrong) => found[wrong]);
};
