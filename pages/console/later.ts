import { loadSanitiser } from './framing.tsx';

/** What nobody needs to sign in and find a consent: each module is a file of its own, loaded when it is needed. */
export const loadVerifier = () => import('../../verifier/verify.ts');
export const loadErasures = () => import('./erasures/erasure-list.tsx');
export const loadErasure = () => import('./erasures/erasure-page.tsx');
export const loadUser = () => import('./user/user-page.tsx');
export const loadComparison = () => import('./notices/compared-versions.tsx');
export const loadRecording = () => import('./recording/recording.tsx');
export const loadRevocation = () => import('./revocation/revocation.tsx');
export const loadRevokeAll = () => import('./revocation/revoke-all.tsx');
export const loadCopy = () => import('./person/copy/copy-dialog.tsx');

const forReaders = [loadVerifier, loadSanitiser, loadErasures, loadErasure, loadUser, loadComparison];
const forEditors = [loadRecording, loadRevocation, loadRevokeAll];

/**
 * Loads what a signed-in reader may need next: a later deployment has other files while the page stays open. A copy is asked for rarely,
 * and is the largest.
 */
export const loadEarly = ({ mayWrite }: { readonly mayWrite: boolean }): void => {
  for (const load of mayWrite ? [...forReaders, ...forEditors] : forReaders) load().catch(() => {});
};
