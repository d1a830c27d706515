import type { VNode } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { LoadedPart } from '../../calls/loaded-part.tsx';
import type { FoundConsent } from '../../consents/listed-consent.ts';
import type { PersonValue } from '../../find/person-value.ts';
import { LanguageContext, useText } from '../../language.ts';
import type { Parts } from '../../load-file.ts';
import { useSession } from '../../session/session.ts';

interface CopiedPerson {
  readonly found: readonly FoundConsent[];
  readonly values: readonly PersonValue[];
}

interface Opened extends CopiedPerson {
  readonly close: () => void;
}

const Mounted = ({ program, ...dialog }: Opened & { readonly program: Parts['copy'] }): VNode => {
  const [session, spoken] = [useSession(), useContext(LanguageContext)];
  const place = useRef<HTMLDivElement>(null);
  useEffect(
    () => (place.current && spoken ? program.mountCopy(place.current, { session, spoken, ...dialog }) : undefined),
    [],
  );
  return <div ref={place} />;
};

const Dialog = (opened: Opened): VNode => (
  <LoadedPart part="copy" show={(program) => <Mounted {...opened} program={program} />} />
);

/** Makes a copy for the person. What that needs is loaded when somebody asks for it. */
export const CopyForPerson = (person: CopiedPerson): VNode | null => {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  if (person.found.length === 0) return null;
  const close = (): void => {
    setOpen(false);
    requestAnimationFrame(() => opener.current?.focus());
  };
  return (
    <div class="screen">
      <p class="actions">
        <button ref={opener} type="button" onClick={() => setOpen(true)}>
          {t('person.copy')}
        </button>
      </p>
      {isOpen && <Dialog {...person} close={close} />}
    </div>
  );
};
