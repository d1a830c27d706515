import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Loaded } from '../../calls/loaded.tsx';
import type { FoundConsent } from '../../consents/listed-consent.ts';
import type { PersonValue } from '../../find/person-value.ts';
import { useText } from '../../language.ts';
import { loadCopy } from '../../later.ts';

interface CopiedPerson {
  readonly found: readonly FoundConsent[];
  readonly values: readonly PersonValue[];
}

/** Makes a copy for the person. What that needs is loaded when somebody asks for it. */
export const CopyForPerson = (person: CopiedPerson): VNode => {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    requestAnimationFrame(() => opener.current?.focus());
  };
  return (
    <>
      <button ref={opener} type="button" onClick={() => setOpen(true)}>
        {t('person.copy')}
      </button>
      {isOpen && <Loaded load={loadCopy} show={({ CopyDialog }) => <CopyDialog {...person} close={close} />} />}
    </>
  );
};
