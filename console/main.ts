import { html } from 'htm/preact';
import { render } from 'preact';
import { App } from './app.ts';
import { openWorkshop } from './markup/workshop.ts';

/** Loaded before it is needed: a later deployment has another one, while this page stays open. */
openWorkshop().catch(() => {});

const place = document.getElementById('console');

place?.replaceChildren();
if (place) render(html`<${App} />`, place);
