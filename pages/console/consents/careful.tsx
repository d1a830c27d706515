import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { collectValues, findDiffering } from '../../../shared/consents/held-values.ts';
import { nameValue } from '../find/question.ts';
import { useWords, useWriting } from '../language.ts';

/** A warning if the consents found may be of several people. The commands about a person decide by the same rule. */
export const Careful = ({ rows }: { readonly rows: Parameters<typeof collectValues>[0] }): VNode | null => {
  const [words, find, writing] = [useWords('person'), useWords('find'), useWriting()];
  const differing = useMemo(() => findDiffering(collectValues(rows)), [rows]);
  if (differing.length === 0) return null;
  const names = differing.map((key) => nameValue(find, key));
  return (
    <p class="warning" role="status">
      {words.several(writing.all(names))}
    </p>
  );
};
