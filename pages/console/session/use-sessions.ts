import { useEffect, useMemo, useState } from 'preact/hooks';
import { forgetPlaces } from '../frame/places.ts';
import { serviceUrl } from '../page-settings.ts';
import { idleLimit } from './idle-watch.tsx';
import type { SignInState } from './session.ts';
import type { Sessions } from './sessions.ts';
import { findSignInState, logOut, newSessions } from './sessions.ts';

const beginAnew = (): void => {
  forgetPlaces();
  location.replace('#/');
};

/** Whether a user is signed in, and the ways to sign in and out. */
export const useSessions = (): { readonly being: SignInState; readonly course: Sessions } => {
  const [being, show] = useState(() => findSignInState(Date.now(), (tokens) => logOut(serviceUrl(), tokens)));
  const course = useMemo(() => newSessions({ baseUrl: serviceUrl(), show, beginAnew }), []);
  useEffect(() => {
    if (being.is === 'recalling') void course.recall();
  }, []);
  useEffect(() => {
    if (being.is !== 'out') return undefined;
    const timer = setTimeout(course.forget, idleLimit);
    return () => clearTimeout(timer);
  }, [being.is]);
  return { being, course };
};
