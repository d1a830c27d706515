import { render } from 'preact';
import { findEmbedded } from '../../verifier/embedded-document.ts';
import { App } from './app.tsx';

const place = document.getElementById('app');
const embedded = document.getElementById('evidence-document')?.outerHTML;

/** A damaged document is verified too, and refused. */
const own = embedded === undefined ? undefined : (findEmbedded(embedded) ?? new Uint8Array());

if (place) render(<App own={own} />, place);
