import type { VNode } from 'preact';
import type { AddedConsent, Client, ListedNotice, NewConsent, WriteOptions } from '../../../client/typescript/index.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { toFragment } from '../address.ts';
import { Called } from '../calls/use-call.tsx';
import { useLanguage, useText, useWriting } from '../language.tsx';
import type { RegisterNames } from '../names.tsx';
import { chooseTextLanguage, nameLanguages, nameNotice, useNames } from '../names.tsx';
import { Empty, PageHeading } from '../parts.tsx';
import { nameValue, tellWhose } from '../person/person-value.tsx';
import { useSession } from '../session/session.ts';
import { useHow } from './channels.tsx';
import { Confirmation, Stored } from './confirmation.tsx';
import type { RecordingDraft } from './record-form.tsx';
import { emptyRecording, RecordingForm, toNewConsent, toUserData } from './record-form.tsx';
import { useAct, useKept } from './sending.ts';

/** A recorded consent, and whose it is: the form is emptied for the next one. */
interface Recorded extends AddedConsent {
  readonly userData: NewConsent['userData'];
}

const record = async (client: Client, request: NewConsent, options: WriteOptions): Promise<Recorded> => ({
  ...(await client.addConsent(request, options)),
  userData: request.userData,
});

/** The notices to which people can agree. */
const findOpen = ({ notices }: RegisterNames): readonly ListedNotice[] =>
  notices.filter(({ retiredAt, versions }) => retiredAt === null && versions.length > 0);

/** The draft with what there is no choice about: the only project, the only notice, its newest version, a language of that. */
const useCompleted = (draft: RecordingDraft, names: RegisterNames): RecordingDraft => {
  const language = useLanguage();
  const [open, { projects }] = [findOpen(names), names];
  const projectUid = draft.projectUid || (projects.length === 1 ? (projects[0]?.uid ?? '') : '');
  const pid = draft.pid || (open.length === 1 ? String(open[0]?.pid) : '');
  const versions = open.find((notice) => String(notice.pid) === pid)?.versions ?? [];
  const version = versions.find(({ id }) => id === draft.version) ?? versions.at(-1);
  const lang = (version && chooseTextLanguage(version.languages, draft.lang, language)) ?? '';
  return { ...draft, projectUid, pid, version: version?.id ?? '', lang };
};

/** All that will be stored, and of whom. */
const Summary = ({ draft, names }: { readonly draft: RecordingDraft; readonly names: RegisterNames }): VNode => {
  const t = useText();
  const language = useLanguage();
  const writing = useWriting();
  const how = useHow();
  const notice = names.notices.find(({ pid }) => String(pid) === draft.pid);
  const version = notice?.versions.find(({ id }) => id === draft.version);
  const { projectUid, lang, way, givenOn, reference, said } = draft;
  return (
    <Stored
      facts={[
        ...Object.entries(toUserData(draft)).map(([key, value]) => [nameValue(t, key), value] as const),
        [t('recording.notice'), notice ? escapeInvisible(nameNotice(notice, language)) : draft.pid],
        [t('recording.version'), version ? writing.number(version.version) : ''],
        [t('recording.language'), nameLanguages(language)(lang)],
        [t('recording.project'), names.projects.find(({ uid }) => uid === projectUid)?.name ?? projectUid],
        [t('recording.way'), how(way || 'other')],
        ...(givenOn === '' ? [] : [[t('recording.givenOnName'), writing.day(`${givenOn}T00:00:00Z`)] as const]),
        ...(reference.trim() === '' ? [] : [[t('recording.reference'), reference.trim()] as const]),
      ]}
      texts={[[t('recording.said'), said.trim()]]}
    />
  );
};

const Done = ({ recorded, another }: { readonly recorded: Recorded; readonly another: () => void }): VNode => {
  const t = useText();
  const writing = useWriting();
  const { consentId: id, time, userData } = recorded;
  const whose = tellWhose(userData);
  return (
    <div>
      <PageHeading title={t('recording.done')} />
      <div class="note done" role="status">
        <p>
          <strong>{t('recording.recordedAt', { time: writing.time(time) })}</strong>
        </p>
        <p>
          <bdi>{escapeInvisible(whose.join(', '))}</bdi>
        </p>
      </div>
      <p class="actions">
        <a class="button" href={toFragment({ view: 'consent', id })}>
          {t('recording.toEvidence')}
        </a>
        <a class="button" href={toFragment({ view: 'person', id })}>
          {t('consent.person')}
        </a>
        <button type="button" onClick={another}>
          {t('recording.another')}
        </button>
      </p>
    </div>
  );
};

const Steps = ({ names }: { readonly names: RegisterNames }): VNode => {
  const t = useText();
  const [kept, setDraft] = useKept('recording', emptyRecording);
  const draft = useCompleted(kept, names);
  const forget = ({ projectUid, pid, version, lang }: RecordingDraft): void =>
    setDraft({ ...emptyRecording, projectUid, pid, version, lang });
  const act = useAct('recording-key', async (...call: Call) => {
    const recorded = await record(...call);
    forget(draft);
    return recorded;
  });
  if (act.sending.is === 'done') return <Done recorded={act.sending.answer} another={act.cancel} />;
  return (
    <div>
      <PageHeading title={t('recording.heading')} />
      <p>{t('recording.intro.0')}</p>
      <p>{t('recording.intro.1')}</p>
      <RecordingForm
        draft={draft}
        names={{ ...names, notices: findOpen(names) }}
        change={setDraft}
        proceed={() => act.ask()}
      />
      {act.isAsked && (
        <Confirmation of="recording" act={act} send={() => act.send(toNewConsent(draft))}>
          {act.isOtherOpen(toNewConsent(draft)) && <p class="warning">{t('recording.otherOpen')}</p>}
          <Summary draft={draft} names={names} />
        </Confirmation>
      )}
    </div>
  );
};

type Call = Parameters<typeof record>;

const Shown = ({ names }: { readonly names: RegisterNames }): VNode => {
  const t = useText();
  if (names.projects.length > 0 && findOpen(names).length > 0) return <Steps names={names} />;
  return (
    <div>
      <PageHeading title={t('recording.heading')} />
      <Empty>
        <p>{t('recording.none')}</p>
      </Empty>
    </div>
  );
};

/** The page on which an editor records a consent that no site recorded. */
export const RecordingPage = (): VNode => {
  const t = useText();
  const { mayWrite } = useSession();
  const naming = useNames();
  if (!mayWrite)
    return (
      <main id="content">
        <PageHeading title={t('recording.heading')} />
        <p class="note">{t('revocation.readOnly')}</p>
      </main>
    );
  return (
    <main id="content">
      {naming.outcome.is === 'done' ? null : <PageHeading title={t('recording.heading')} />}
      <Called calling={naming} show={(names) => <Shown names={names} />} />
    </main>
  );
};
