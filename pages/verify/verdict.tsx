import type { VNode } from 'preact';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import type { Verdict as VerdictName, Verification } from '../../verifier/verification.ts';
import { isDoubt } from '../../verifier/verification.ts';
import { describeSince, listFailing } from '../describe/checks.ts';
import type { EvidenceText } from '../describe/writing.ts';
import type { IconName } from '../ui/icon.tsx';
import { Icon } from '../ui/icon.tsx';
import { CodeText, FlowingText } from '../ui/text.tsx';
import { useWords } from '../ui/words.ts';
import type { Trust } from './trust.ts';

/** Where a document comes from. */
export interface Origin {
  /** Undefined for the page's own document. */
  readonly fileName: string | undefined;
  readonly fromPage: boolean;
}

/** A verdict in words. */
interface VerdictInWords {
  readonly heading: string;
  readonly says: string;
  /** What to do now; absent if there is nothing to do. */
  readonly todo?: string;
}

const describeConsistent = (open: number, trust: Trust | undefined, { t }: EvidenceText): VerdictInWords => {
  if (trust?.by === 'register')
    return {
      heading: t('verify.verdict.ofOther.heading'),
      says: t('verify.verdict.ofOther.says', { open, source: trust.keys.source }),
      todo: t('verify.verdict.ofOther.todo'),
    };
  const unknown = trust ? 'otherKey' : 'withoutKey';
  return {
    heading: t(`verify.verdict.${unknown}.heading`),
    says: t(`verify.verdict.${unknown}.says`, { open }),
    todo: t(`verify.verdict.${unknown}.todo`),
  };
};

const describeVerdict = (verification: Verification, trust: Trust | undefined, words: EvidenceText): VerdictInWords => {
  const { t } = words;
  const { verdict, signer, checks } = verification;
  const open = checks.filter(isDoubt).length;
  const source = trust?.by === 'thumbprint' ? t('verify.intake.givenThumbprint') : (signer?.source ?? '');
  if (verdict === 'doubtful')
    return {
      heading: t('verify.verdict.doubtful.heading', { open }),
      says: t('verify.verdict.doubtful.says', { source }),
      todo: t('verify.verdict.doubtful.todo', { open }),
    };
  if (verdict === 'valid')
    return { heading: t('verify.verdict.valid.heading'), says: t('verify.verdict.valid.says', { source }) };
  if (verdict === 'consistent') return describeConsistent(open, trust, words);
  const places = listFailing(verification, words);
  return { heading: t('verify.verdict.refused.heading'), says: t('verify.verdict.refused.says', { places }) };
};

const nameOrigin = ({ fileName, fromPage }: Origin, { t }: EvidenceText): string => {
  if (fileName === undefined) return t('verify.origin.own');
  return fromPage ? t('verify.origin.page', { name: fileName }) : fileName;
};

const marks = {
  valid: 'check',
  doubtful: 'ask',
  consistent: 'ask',
  refused: 'cross',
} as const satisfies Record<VerdictName, IconName>;

/** What can wait: what a missing key means, and why a page cannot vouch for its own document. */
const Folded = ({ says, isOwn }: { readonly says: string | undefined; readonly isOwn: boolean }): VNode | null => {
  const { t } = useWords();
  if (says === undefined && !isOwn) return null;
  return (
    <details>
      <summary>{isOwn ? t('verify.self.strong') : t('verify.verdict.meaning')}</summary>
      {says !== undefined && <p>{escapeInvisible(says)}</p>}
      {isOwn && (
        <p>
          <CodeText text={t('verify.self.says')} />
        </p>
      )}
    </details>
  );
};

/** The verdict as a strip. It is green for a valid document alone; of its own document the page says that it is its own word. */
export const Verdict = ({
  verification,
  origin,
  trust,
}: {
  readonly verification: Verification;
  readonly origin: Origin;
  readonly trust: Trust | undefined;
}): VNode => {
  const words = useWords();
  const { t, writing } = words;
  const { verdict, since = [] } = verification;
  const isOwn = origin.fileName === undefined;
  const { heading, says, todo } = describeVerdict(verification, trust, words);
  const canWait = verdict === 'consistent' && trust === undefined;
  return (
    <div class={`verdict ${verdict}`}>
      <Icon name={marks[verdict]} />
      <div>
        <h2>{isOwn && verdict === 'valid' ? t('verify.verdict.ofItself', { heading }) : heading}</h2>
        {todo === undefined ? null : (
          <p>
            <strong>{t('verify.todo')}</strong> {escapeInvisible(todo)}
          </p>
        )}
        {canWait ? null : (
          <p>
            <FlowingText text={escapeInvisible(says)} />
          </p>
        )}
        {since.map((one) => (
          <p>
            <FlowingText text={escapeInvisible(describeSince(one, t, writing.moment))} />
          </p>
        ))}
        <Folded says={canWait ? says : undefined} isOwn={isOwn} />
        <p class="remark">
          <bdi>{escapeInvisible(nameOrigin(origin, words))}</bdi>
        </p>
      </div>
    </div>
  );
};
