import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { AnswerOf } from '../../client/index.ts';
import type { Address } from '../address.ts';
import { Called } from '../calls/called.tsx';
import { useCall } from '../calls/use-call.ts';
import { go } from '../frame/use-address.ts';
import { useLanguage, useWords } from '../language.ts';
import type { ControlAttributes } from '../parts/field.tsx';
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
  return html`<div>
    <${Field} label=${words.language} control=${(
      attributes: ControlAttributes,
    ) => html`<select ...${attributes} value=${chosen} onChange=${choose}>
      ${languages.map((lang) => html`<option value=${lang} selected=${lang === chosen}>${name(lang)}</option>`)}
    </select>`} />
    ${chosen && html`<${ComparedVersions} left=${left} right=${right} lang=${chosen} />`}
  </div>` as VNode;
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
      const [left, right] = await Promise.all(
        [leftId, rightId].map((id) => client.getNoticeVersion({ id }, { signal })),
      );
      return { left, right };
    },
    [leftId, rightId],
  );
  return html`<${Called} calling=${calling} show=${({ left, right }: Pair) => html`<${InLanguage} left=${left} right=${right} address=${address} />`} />` as VNode;
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
  if (left === undefined || right === undefined) return html`<p>${words.onlyOne}</p>` as VNode;
  const choose =
    (side: 'left' | 'right') =>
    ({ currentTarget }: Change): void =>
      go({ ...address, left: left.version, right: right.version, [side]: Number(currentTarget.value) });
  const renderChoice = (side: 'left' | 'right', chosen: ListedVersion): VNode =>
    html`<${Field} label=${words[side]} control=${(
      attributes: ControlAttributes,
    ) => html`<select ...${attributes} value=${chosen.version} onChange=${choose(side)}>
      ${versions.map(({ version }) => html`<option value=${version} selected=${version === chosen.version}>${notices.version(version)}</option>`)}
    </select>`} />` as VNode;
  return html`<div>
    <div class="fields">${renderChoice('left', left)} ${renderChoice('right', right)}</div>
    ${
      left.id === right.id
        ? html`<p>${words.sameVersion}</p>`
        : html`<${Compared} leftId=${left.id} rightId=${right.id} address=${address} />`
    }
  </div>` as VNode;
};
