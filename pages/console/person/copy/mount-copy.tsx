import { render } from 'preact';
import type { Spoken } from '../../language.ts';
import { LanguageContext } from '../../language.ts';
import type { Session } from '../../session/session.ts';
import { SessionContext } from '../../session/session.ts';
import type { CopyDialogProps } from './copy-dialog.tsx';
import { CopyDialog } from './copy-dialog.tsx';

// This is a program of its own beside the console, with all that it needs: few officers ever load it.

/** What the console gives to the dialog. */
interface Mounting extends CopyDialogProps {
  readonly session: Session;
  readonly spoken: Spoken;
}

/** Shows the dialog in an element of the console. Returns what takes it away. */
export const mountCopy = (place: HTMLElement, { session, spoken, ...dialog }: Mounting): (() => void) => {
  render(
    <SessionContext.Provider value={session}>
      <LanguageContext.Provider value={spoken}>
        <CopyDialog {...dialog} />
      </LanguageContext.Provider>
    </SessionContext.Provider>,
    place,
  );
  return () => render(null, place);
};
