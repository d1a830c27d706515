import type { SessionWords } from './console-session-words-words.ts';

export const english: SessionWords = {
  heading: 'Sign in',
  email: 'Email',
  password: 'Password',
  showPassword: 'Show the password',
  show: 'Show',
  hide: 'Hide',
  keep: 'Keep me signed in while this tab is open, also when the page is loaded again',
  signIn: 'Sign in',
  signingIn: 'Signing in …',
  signOut: 'Sign out',
  reader: 'may only read',
  wrong: 'The email or the password is wrong. A user who was disabled cannot sign in either.',
  throttled: 'There were too many failed attempts to sign in.',
  wait: (time) => `You can try again in ${time}.`,
  waitOver: 'You can try again now.',
  why: {
    left: 'You are signed out.',
    idle: 'You were signed out because nothing was done for 15 minutes. Sign in to go on where you were.',
    refused: 'Your session has ended. Sign in to go on where you were.',
    copied: 'This tab is a copy of another one, which stays signed in. Sign in here too, or go on there.',
  },
  idleHeading: 'Are you still there?',
  idleWarning: 'Nothing was done for a while. What is on this page is personal, so it closes by itself.',
  idleRemaining: (time) => `You will be signed out in ${time}.`,
  stay: 'Stay signed in',
};
