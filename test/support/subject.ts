/** What a user meets, such as `operation addConsent`, `refusal consent.not-found` or `command person erase`. */
export type Subject = `${'operation' | 'refusal' | 'command' | 'job' | 'role'} ${string}`;

/** Of the test file that runs; none where nobody asks, as in a benchmark. */
let subjects: Set<Subject> | undefined;

/** Begins a test file: the set that fills while it runs. */
export const beginSubjects = (): ReadonlySet<Subject> => {
  subjects = new Set();
  return subjects;
};

/** Notes that the running test file met a subject. */
export const noteSubject = (subject: Subject): void => {
  subjects?.add(subject);
};
