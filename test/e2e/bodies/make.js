// Writes the bodies that axios makes of consent.json: npm install --no-save axios && node test/e2e/bodies/make.js
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
// biome-ignore lint/correctness/noUndeclaredDependencies: who makes the bodies anew installs it for that
import axios from 'axios';

const here = new URL('./', import.meta.url);
const consent = JSON.parse(readFileSync(new URL('consent.json', here), 'utf8'));

const toPairs = (value, name) =>
  typeof value === 'object'
    ? Object.entries(value).flatMap(([key, member]) => toPairs(member, name ? `${name}[${key}]` : key))
    : [[name, String(value)]];

const formData = new FormData();
for (const [name, value] of toPairs(consent, '')) formData.append(name, value);
const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };

const posts = {
  'axios-json': (url) => axios.post(url, consent),
  'axios-form': (url) => axios.post(url, consent, form),
  'axios-form-repeated-names': (url) => axios.post(url, consent, { ...form, formSerializer: { indexes: null } }),
  'axios-url-search-params': (url) => axios.post(url, new URLSearchParams(toPairs(consent, ''))),
  'axios-multipart': (url) => axios.postForm(url, consent),
  'axios-form-data': (url) => axios.post(url, formData),
};

const server = createServer();
await once(server.listen(0, '127.0.0.1'), 'listening');
for (const [name, post] of Object.entries(posts)) {
  const posted = post(`http://127.0.0.1:${server.address().port}/`);
  const [request, response] = await once(server, 'request');
  const content = { contentType: request.headers['content-type'], body: await text(request) };
  response.end();
  await posted;
  writeFileSync(new URL(`${name}.json`, here), `${JSON.stringify(content, undefined, 2)}\n`);
}
server.close();
