import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useWords } from '../language.ts';
import { saveDocument, savePage } from './save-document.ts';
import type { Held } from './statement.ts';

/** The state of saving the page. */
type Course = 'idle' | 'underway' | 'failed';

/** Ways to save a document: the original for programs, or a page for people. */
export const Saving = ({ held }: { readonly held: Held }): VNode => {
  const { evidence: words } = useWords('consent');
  const [course, setCourse] = useState<Course>('idle');
  const isUnderway = useRef(false);
  const save = async (): Promise<void> => {
    if (isUnderway.current) return;
    isUnderway.current = true;
    setCourse('underway');
    try {
      await savePage(held);
      setCourse('idle');
    } catch {
      setCourse('failed');
    } finally {
      isUnderway.current = false;
    }
  };
  return (
    <>
      <button type="button" class="primary" onClick={() => saveDocument(held)}>
        {words.save}
      </button>
      <button type="button" aria-busy={course === 'underway'} onClick={save}>
        {words.savePage}
      </button>
      {course === 'failed' && (
        <span class="wrong" role="alert">
          {words.savePageFailed}
        </span>
      )}
    </>
  );
};
