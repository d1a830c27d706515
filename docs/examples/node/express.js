/**
 * A newsletter form and its route in Express: newsletter.js beside it has the form, and says which environment variables it reads. PORT is
 * 8080 by default.
 *
 * It needs "type": "module" in package.json, and Express 5, which catches the errors of async handlers. In your own app, use your `app`
 * and leave out what follows the routes.
 *
 * Try it: npm install && node express.js
 */

import express from 'express';
import { showForm, subscribe } from './newsletter.js';
import { refuse } from './settings.js';

const app = express();

/** No cache may keep a form: two people would send the same key. */
const send = (response, { status, html }) => response.status(status).set('Cache-Control', 'no-store').send(html);

app.get('/newsletter', async (_request, response) => send(response, await showForm()));

app.post('/newsletter', express.urlencoded({ extended: false }), async (request, response) =>
  send(response, await subscribe(request.body, request.get('user-agent'))),
);

const port = process.env.PORT ?? 8080;
app.listen(port, (error) => {
  if (error) refuse(`The form cannot be served on port ${port}: ${error.message}. Set PORT to a free one.`);
  console.log(`The form is at http://127.0.0.1:${port}/newsletter`);
});
