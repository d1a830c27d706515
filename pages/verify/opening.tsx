import type { ComponentChildren, VNode } from 'preact';
import { identifyingKeys, nameKeys, textOf } from '../../shared/consents/person-data.ts';
import type { Statement } from '../../shared/evidence/statement.ts';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { languageNames } from '../../shared/schema/vocabulary.ts';
import { renderHeads } from '../parts/consent-parts.ts';
import { arrivalOf, describeErased, describeStates } from '../sentences/consent-facts.ts';
import type { EvidenceText } from '../sentences/writing.ts';

/** How many values of a person stand in the opening, and how long each may be. */
const shown = { values: 3, characters: 120 };

/** The values of the person, as lines: the whole name, then what identifies them, then the others. */
const whoOf = ({ claimed: { userData } }: Statement): readonly string[] => {
  const values = new Map(Object.entries(userData).map(([key, member]) => [key, textOf(member).trim()]));
  const named = [...nameKeys, ...identifyingKeys];
  const others = [...values.keys()].filter((key) => !named.includes(key));
  const valuesOf = (keys: readonly string[]): readonly string[] => keys.map((key) => values.get(key) ?? '');
  const name = valuesOf(nameKeys).join(' ').trim();
  return [name, ...valuesOf([...identifyingKeys, ...others])].filter((value) => value !== '');
};

const shorten = (text: string): string => {
  const characters = [...text];
  return characters.length > shown.characters ? `${characters.slice(0, shown.characters).join('')}…` : text;
};

const Line = ({ text, lang }: { readonly text: string; readonly lang?: string | undefined }): VNode => (
  <p>
    <bdi lang={lang}>{shorten(escapeInvisible(text))}</bdi>
  </p>
);

const Part = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }): VNode => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Who agreed to what, when and how, and how it stood when the document was issued, at a glance. */
export const Opening = ({
  statement,
  words,
}: {
  readonly statement: Statement;
  readonly words: EvidenceText;
}): VNode => {
  const { t, writing } = words;
  const { account, claimed, imported, notice, times } = statement;
  const who = whoOf(statement);
  const title = notice.content?.title[claimed.lang];
  const given = writing.moment(times.given);
  const now = { ...statement, state: statement.stateNow };
  const [state] = describeStates(now, words);
  return (
    <dl class="opening">
      <Part name={t('verify.opening.who')}>
        {who.length === 0 ? <Line text={describeErased(statement, words)} /> : null}
        {who.slice(0, shown.values).map((value) => (
          <Line text={value} />
        ))}
        {who.length > shown.values ? (
          <p class="remark">{t('verify.opening.more', { count: who.length - shown.values })}</p>
        ) : null}
      </Part>
      <Part name={t('verify.opening.what')}>
        <Line text={title ?? notice.name} lang={title === undefined ? undefined : languageNames[claimed.lang].tag} />
        <p class="remark">{t('verify.opening.version', { version: notice.version })}</p>
        <Line text={account.name} />
      </Part>
      <Part name={t('verify.opening.when')}>
        <Line text={imported === null ? given : t('evidence.facts.givenInFile', { time: given })} />
        <p class="remark">
          <bdi>{writing.how(arrivalOf(statement))}</bdi>
        </p>
      </Part>
      <Part name={t('verify.opening.state')}>
        <p class={`badge ${state?.isHolding === true ? 'holds' : 'ended'}`}>{renderHeads(now, words)}</p>
        <p class="remark">{state?.says}</p>
      </Part>
    </dl>
  );
};
