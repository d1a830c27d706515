import type { VNode } from 'preact';
import type { AnswerOf } from '../../../client/index.ts';
import type { Address } from '../address.ts';
import { Called } from '../calls/called.tsx';
import { useCall } from '../calls/use-call.ts';
import { go } from '../frame/use-address.ts';
import { useLanguage, useWords } from '../language.ts';

import { Field } from '../parts/field.tsx';
import { ComparedVersions } from './compared-versions.tsx';
import { chooseTextLanguage, nameLanguages } from './text-language.ts';
import type { ListedVersion } from './version-facts.ts';

type NoticeAddress = Extract<Address, { readonly view: 'notice' }>;
type NoticeVersion = AnswerOf<'getNoticeVersion'>;
type Change = { readonly currentTarget: HTMLSelectElement };

/** The versions in the address, otherwise the two latest. */
const chooseVersions = (
  versions: readonly ListedVersion[],
  { left, right }: NoticeAddress,
): readonly [ListedVersion | undefined, ListedVersion | undefined] => {
  const find = (number: number | undefined) => versions.find(({ version }) => version === number);
  const later = find(right) ?? versions.at(-1);
  return [find(left) ?? versions.findLast(({ version }) => version < (later?.version ?? 0)), later];
};

const isOther = (lang: string, left: NoticeVersion, right: NoticeVersion): boolean =>
  (['title', 'descriptionHtml'] as const).some((member) => {
    const [one, other]: Readonly<Partial<Record<string, string>>>[] = [left[member], right[member]];
    return one?.[lang] !== other?.[lang];
  });

const languagesOf = (...versions: readonly NoticeVersion[]): readonly string[] => [
  ...new Set(
    versions.flatMap(({ title, descriptionHtml }) => [...Object.keys(title), ...Object.keys(descriptionHtml)]),
  ),
];

interface Pair {
  readonly left: NoticeVersion;
  readonly right: NoticeVersion;
}

/** The language of the comparison, and the changes in it. */
const InLanguage = ({ left, right, address }: Pair & { readonly address: NoticeAddress }): VNode => {
  const { comparison: words } = useWords('notices');
  const reader = useLanguage();
  const nameLanguage = nameLanguages(reader);
  const languages = languagesOf(left, right);
  const chosen = chooseTextLanguage(languages, address.lang, reader);
  const choose = ({ currentTarget }: Change): void => go({ ...address, lang: currentTarget.value });
  const name = (lang: string): string =>
    isOther(lang, left, right) ? words.changedIn(nameLanguage(lang)) : nameLanguage(lang);
  return (
    <div>
      <Field
        label={words.language}
        control={(attributes) => (
          <select {...attributes} value={chosen} onChange={choose}>
            {languages.map((lang) => (
              <option value={lang} selected={lang === chosen}>
                {name(lang)}
              </option>
            ))}
          </select>
        )}
      />
      {chosen && <ComparedVersions left={left} right={right} lang={chosen} />}
    </div>
  );
};

const Compared = ({
  leftId,
  rightId,
  address,
}: {
  readonly leftId: string;
  readonly rightId: string;
  readonly address: NoticeAddress;
}): VNode => {
  const calling = useCall(
    async (client, signal) => {
      const read = (id: string): Promise<NoticeVersion> => client.getNoticeVersion({ id }, { signal });
      const [left, right] = await Promise.all([read(leftId), read(rightId)]);
      return { left, right };
    },
    [leftId, rightId],
  );
  return (
    <Called calling={calling} show={({ left, right }) => <InLanguage left={left} right={right} address={address} />} />
  );
};

/** Two versions of a notice side by side. The reader chooses them, and the address holds the choice. */
export const Comparison = ({
  address,
  versions,
}: {
  readonly address: NoticeAddress;
  /** The oldest first. */
  readonly versions: readonly ListedVersion[];
}): VNode => {
  const { notices, comparison: words } = useWords('notices');
  const [left, right] = chooseVersions(versions, address);
  if (left === undefined || right === undefined) return <p>{words.onlyOne}</p>;
  const choose =
    (side: 'left' | 'right') =>
    ({ currentTarget }: Change): void =>
      go({ ...address, left: left.version, right: right.version, [side]: Number(currentTarget.value) });
  const renderChoice = (side: 'left' | 'right', chosen: ListedVersion): VNode => (
    <Field
      label={words[side]}
      control={(attributes) => (
        <select {...attributes} value={chosen.version} onChange={choose(side)}>
          {versions.map(({ version }) => (
            <option value={version} selected={version === chosen.version}>
              {notices.version(version)}
            </option>
          ))}
        </select>
      )}
    />
  );
  return (
    <div>
      <div class="fields">
        {renderChoice('left', left)} {renderChoice('right', right)}
      </div>
      {left.id === right.id ? (
        <p>{words.sameVersion}</p>
      ) : (
        <Compared leftId={left.id} rightId={right.id} address={address} />
      )}
    </div>
  );
};
