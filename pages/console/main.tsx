import { render } from 'preact';
import { App } from './app.tsx';
import { openWorkshop } from './markup/workshop.ts';

/** Loaded early, because a later deployment has a different file while this page stays open. */
openWorkshop().catch(() => {});

const place = document.getElementById('console');

place?.replaceChildren();
if (place) render(<App />, place);
