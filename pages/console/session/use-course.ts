import { useEffect, useMemo, useState } from 'preact/hooks';
import { forgetPlaces } from '../frame/places.ts';
import { serviceUrl } from '../page-settings.ts';
import type { Being } from './being.ts';
import type { Course } from './course.ts';
import { findBeing, newCourse, logOut } from './course.ts';
import { idleLimit } from './idle.ts';

const beginAnew = (): void => {
  forgetPlaces();
  location.replace('#/');
};

/** Whether a user is signed in, and the ways to sign in and out. */
export const useCourse = (): { readonly being: Being; readonly course: Course } => {
  const [being, show] = useState(() => findBeing(Date.now(), (tokens) => logOut(serviceUrl(), tokens)));
  const course = useMemo(() => newCourse({ baseUrl: serviceUrl(), show, beginAnew }), []);
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
