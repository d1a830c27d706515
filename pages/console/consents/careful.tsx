import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { collectValues, findDiffering } from '../../../shared/consents/held-values.ts';
import { nameValue } from '../find/question.ts';
import { useText, useWriting } from '../language.ts';

/** A warning if the consents found may be of several people. The commands about a person decide by the same rule. */
export const Careful = ({ rows }: { readonly rows: Parameters<typeof collectValues>[0] }): VNode | null => {
  const t = useText();
  const writing = useWriting();
  const differing = useMemo(() => findDiffering(collectValues(rows)), [rows]);
  if (differing.length === 0) return null;
  const names = differing.map((key) => nameValue(t, key));
  return (
    <p class="warning" role="status">
      {t('person.several', { keys: writing.all(names) })}
    </p>
  );
};
