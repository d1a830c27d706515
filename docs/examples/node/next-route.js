/**
 * A newsletter form and its route handler in Next.js. Copy it to app/newsletter/route.js (or src/app/newsletter/route.js), with no page.js
 * in the same folder, and newsletter.js and settings.js next to it: newsletter.js has the form, and says which environment variables it
 * reads. In .env.local write \$ for a $, and quote a value with a #.
 *
 * It needs Next.js 15 or newer, which does not cache GET, and the Node.js runtime.
 *
 * Try it: npx next dev --port 8080
 */

import { showForm, subscribe } from './newsletter.js';

/** No cache may keep a form: two people would send the same key. */
const send = ({ status, html }) =>
  new Response(html, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });

export const GET = async () => send(await showForm());

export const POST = async (request) => {
  const sent = Object.fromEntries(await request.formData().catch(() => []));
  return send(await subscribe(sent, request.headers.get('user-agent') ?? ''));
};
