/** What a user meets, such as `operation addConsent`, `refusal consent.not-found` or `command person erase`. */
export type Subject = `${'operation' | 'refusal' | 'command' | 'job' | 'role'} ${string}`;

/** Of the test file that runs, also where it has its modules loaded anew; none where nobody asks, as in a benchmark. */
const worker = globalThis as { subjects?: Set<Subject> };

/** Begins a test file: the set that fills while it runs. */
export const beginSubjects = (): ReadonlySet<Subject> => {
  worker.subjects = new Set();
  return worker.subjects;
};

/** Notes that the running test file met a subject. */
export const noteSubject = (subject: Subject): void => {
  worker.subjects?.add(subject);
};
