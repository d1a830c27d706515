import type { VNode } from 'preact';
import { knownKeys } from '../../../shared/consents/person-data.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { useCheckedForm } from '../acts/checked-form.ts';
import { WayField } from '../acts/way-field.tsx';
import { waysToAgree } from '../acts/ways.ts';
import { Called, useCall } from '../calls/use-call.tsx';
import { nameValue } from '../find/question.ts';
import type { RegisterNames } from '../find/register-names.ts';
import { nameNotice } from '../find/register-names.ts';
import { useLanguage, useText, useWriting } from '../language.ts';
import { nameLanguages } from '../notices/version-facts.ts';
import { NoticeText } from '../notices/version-page.tsx';
import { Field, lastTimes } from '../parts.tsx';
import type { RecordingDraft, WrongRecording } from './draft.ts';
import { findWrongRecording, isTooLong } from './draft.ts';

interface PartProps {
  readonly draft: RecordingDraft;
  readonly change: (draft: RecordingDraft) => void;
  /** The sentence of an error, or empty. */
  readonly say: (name: WrongRecording) => string;
}

/** The text of a version as the person agreed to it. */
const ShownText = ({ id, lang }: { readonly id: string; readonly lang: string }): VNode => {
  const calling = useCall((client, signal) => client.getNoticeVersion({ id }, { signal }), [id]);
  return <Called calling={calling} show={(content) => <NoticeText key={lang} content={content} lang={lang} />} />;
};

type Choice = readonly [value: string, name: string];

const Choose = ({
  label,
  wrong = '',
  value,
  choices,
  isOpen = false,
  change,
}: {
  readonly label: string;
  readonly wrong?: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  /** Whether nothing may be chosen yet. */
  readonly isOpen?: boolean;
  readonly change: (value: string) => void;
}): VNode => {
  const t = useText();
  return (
    <Field
      label={label}
      wrong={wrong}
      control={(attributes) => (
        <select {...attributes} value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
          {isOpen && <option value="">{t('acts.choose')}</option>}
          {choices.map(([one, name]) => (
            <option value={one} selected={one === value}>
              {escapeInvisible(name)}
            </option>
          ))}
        </select>
      )}
    />
  );
};

/** Project, notice, version and language, with the text shown. */
const What = ({ draft, names, change, say }: PartProps & { readonly names: RegisterNames }): VNode => {
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
        <Choose
          label={t('recording.project')}
          wrong={say('project-missing')}
          value={draft.projectUid}
          choices={names.projects.map(({ uid, name }) => [uid, name])}
          isOpen={draft.projectUid === ''}
          change={(projectUid) => set({ projectUid })}
        />
        <Choose
          label={t('recording.notice')}
          wrong={say('notice-missing')}
          value={draft.pid}
          choices={names.notices.map((one) => [String(one.pid), nameNotice(one, language)])}
          isOpen={draft.pid === ''}
          change={(pid) => set({ pid, version: '' })}
        />
        {notice && notice.versions.length > 1 && (
          <Choose
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
          <Choose
            label={t('recording.language')}
            value={draft.lang}
            choices={version.languages.map((lang) => [lang, nameLanguage(lang)])}
            change={(lang) => set({ lang })}
          />
        )}
      </div>
      {version && (
        <div>
          <h3>{t('recording.text')}</h3>
          <ShownText id={version.id} lang={draft.lang} />
        </div>
      )}
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
            wrong={isTooLong(values[key]) ? say('value-too-long') : i === 0 ? say('person-missing') : ''}
            control={(attributes) => (
              <input
                {...attributes}
                inputmode={key === 'email' ? 'email' : 'text'}
                value={values[key]}
                onInput={({ currentTarget }) => change({ ...draft, values: { ...values, [key]: currentTarget.value } })}
              />
            )}
          />
        ))}
        <Field
          label={t('recording.ownValue')}
          wrong={isTooLong(own.value) ? say('value-too-long') : ''}
          control={(attributes) => (
            <input
              {...attributes}
              value={own.value}
              onInput={({ currentTarget }) => change({ ...draft, own: { ...own, value: currentTarget.value } })}
            />
          )}
        />
        <Field
          label={t('find.ownKey')}
          hint={t('find.ownKeyHelp')}
          wrong={say('own-unnamed')}
          control={(attributes) => (
            <input
              {...attributes}
              maxLength={128}
              value={own.key}
              onInput={({ currentTarget }) => change({ ...draft, own: { ...own, key: currentTarget.value } })}
            />
          )}
        />
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
        wrong={say('way-missing')}
        ways={waysToAgree}
        way={draft.way}
        change={(way) => change({ ...draft, way })}
      />
      <Field
        label={t('recording.givenOn')}
        hint={t('recording.givenOnHint')}
        wrong={say('day-malformed')}
        control={(attributes) => (
          <input
            {...attributes}
            type="date"
            max={lastTimes.date}
            value={draft.givenOn}
            onInput={({ currentTarget }) => change({ ...draft, givenOn: currentTarget.value })}
          />
        )}
      />
      <Field
        label={t('recording.reference')}
        hint={t('recording.referenceHint')}
        wrong={say('ground-missing')}
        control={(attributes) => (
          <input
            {...attributes}
            value={draft.reference}
            onInput={({ currentTarget }) => change({ ...draft, reference: currentTarget.value })}
          />
        )}
      />
      <Field
        label={t('recording.said')}
        hint={t('recording.saidHint')}
        wrong={say('too-long')}
        control={(attributes) => (
          <textarea
            {...attributes}
            value={draft.said}
            onInput={({ currentTarget }) => change({ ...draft, said: currentTarget.value })}
          />
        )}
      />
    </section>
  );
};

const isDayCut = (form: HTMLFormElement | null): boolean =>
  form?.querySelector<HTMLInputElement>('input[type=date]')?.validity.badInput ?? false;

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
  const { form, submit, wrong } = useCheckedForm(
    (drawn): readonly WrongRecording[] => findWrongRecording(draft, new Date(), isDayCut(drawn)),
    proceed,
  );
  const parts: PartProps = { draft, change, say: (name) => (wrong.includes(name) ? t(`recording.wrong.${name}`) : '') };
  return (
    <form ref={form} onSubmit={submit} noValidate autocomplete="off">
      <What {...parts} names={names} />
      <WhoFields {...parts} />
      <HowFields {...parts} />
      <p class="actions">
        <button type="submit" class="primary">
          {t('recording.proceed')}
        </button>
      </p>
    </form>
  );
};
