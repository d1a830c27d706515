import { limits } from '../../../shared/api/limits.ts';
import { admin } from '../call/admin.ts';
import { invoke } from '../call/invoke.ts';
import type { Tenant } from './builders.ts';
import { addConsent, newTenant, noticeContent } from './builders.ts';
import { publishVersion } from './notices.ts';
import { table } from './table.ts';

/** HTML that tries all ways to a server, and runs code on all ways that it knows. @param url of the server */
export const hostileProof = (url: string): string => `<!doctype html><html><head>
<base href="${url}/base/">
<meta http-equiv="refresh" content="0; url=${url}/refresh">
<meta http-equiv="x-dns-prefetch-control" content="on">
<link rel="stylesheet" href="${url}/sheet.css"><link rel="icon" href="${url}/icon.png">
<link rel="preload" as="image" href="${url}/preload.png"><link rel="modulepreload" href="${url}/module.js">
<link rel="prefetch" href="${url}/prefetch"><link rel="preconnect" href="${url}"><link rel="dns-prefetch" href="${url}">
<link rel="manifest" href="${url}/manifest.json"><link rel="prerender" href="${url}/prerender">
<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${url}/speculation"]}]}</script>
<style>@import url(${url}/import.css); @font-face { font-family: x; src: url(${url}/font.woff2); }
body { font-family: x; background: url(${url}/background.png); cursor: url(${url}/cursor.png), auto; }
p::before { content: url(${url}/content.png); } p { list-style-image: image-set(url(${url}/set.png) 1x); }</style>
<script>alert('hit'); document.title = 'hit'; parent.document.title = 'hit'; fetch('${url}/fetch');</script>
</head><body onload="alert('hit')" background="${url}/body.png">
<p style="background: url(${url}/inline.png); mask: url(${url}/mask.svg#a)">The text that was shown</p>
<img src="${url}/picture.png" srcset="${url}/picture2.png 2x" alt="A picture" onerror="alert('hit')">
<picture><source srcset="${url}/source.png"><img src="x" alt=""></picture>
<video src="${url}/video.mp4" poster="${url}/poster.png" autoplay></video><audio src="${url}/audio.mp3" autoplay></audio>
<a id="out" href="${url}/anchor" ping="${url}/ping">link</a> <a target="_top" href="${url}/top">top</a>
<a href="javascript:alert('hit')">code</a> <a href="${url}/download" download>download</a>
<form action="${url}/form" method="post"><input name="a" value="b" autofocus onfocus="alert('hit')">
<button formaction="${url}/button">Send</button><input type="image" src="${url}/image.png" alt="Send"></form>
<iframe src="${url}/frame"></iframe><iframe srcdoc="&lt;img src='${url}/nested.png'>&lt;script>alert('hit')&lt;/script>"></iframe>
<object data="${url}/object.svg"></object><embed src="${url}/embed.svg"><frameset><frame src="${url}/frame2"></frameset>
<svg><image href="${url}/svg.png"/><use href="${url}/use.svg#a"/><a href="${url}/svga"><text y="9">svg</text></a>
<animate attributeName="href" values="${url}/animate"/><script>alert('hit')</script></svg>
<math><mtext><table><mglyph><style><img src="${url}/mutation.png" onerror="alert('hit')"></style></mglyph></table></mtext></math>
<table background="${url}/table.png"><tr><td>cell</td></tr></table>
<noscript><img src="${url}/noscript.png"></noscript><template><img src="${url}/template.png"></template>
<details open ontoggle="alert('hit')"><summary>more</summary></details>
</body></html>`;

/** Closes whatever it may stand in, turns text around, and covers the page. */
const attackOf = (url: string): string =>
  `"'></script></title></style></template></textarea>--><!--<script><img src=${url}/a onerror=alert('hit')>\u202e\u2066`;

/** Styles that load, and cover what stands around. */
const cover = (url: string): string =>
  `<style>* { position: fixed; inset: 0; background: url(${url}/cover) } @\\69mport "${url}/escaped";</style><div style="position:fixed;inset:0;z-index:9;background:red">covered</div>`;

const nested = (url: string): string =>
  `&lt;script>alert('hit')&lt;/script><iframe srcdoc='&amp;lt;script&amp;gt;top.alert(1)&amp;lt;/script&amp;gt;&quot;"><img src=${url}/q>'></iframe>`;

/** A consent whose site, person, operator and notice are hostile. */
export interface HostileConsent {
  readonly tenant: Tenant;
  readonly id: string;
}

/** A consent, revoked, that is hostile in every field that a site, a person or an operator can fill. */
export const giveHostileConsent = async (url: string): Promise<HostileConsent> => {
  const attack = attackOf(url);
  const tenant = await newTenant();
  const name = attack.slice(0, limits.nameCharacters);
  await admin('account', 'rename', tenant.accountId, name);
  await admin('user', 'rename', tenant.email, name);
  await admin('project', 'rename', tenant.projectUid, name, '--account', tenant.accountId);
  const text = `${hostileProof(url)}${cover(url)}`;
  const content = noticeContent({
    title: { eng: attack, ita: attack },
    descriptionHtml: { eng: text, ita: `<p style="position: fixed; inset: 0">${attack}</p>` },
  });
  const { versionId: consentInformationVersionId } = await publishVersion(
    table,
    tenant.accountId,
    tenant.pid,
    content,
    new Date(),
  );
  const proof = {
    html: `${hostileProof(url)}${cover(url)}${nested(url)}`,
    [attack.slice(0, 100)]: attack,
    long: 'x '.repeat(300_000),
  };
  const userData = {
    email: 'ada@example.com',
    [attack.slice(0, 100)]: { label: attack, value: attack },
    שם: 'דנה (12)',
    first_name: 'منى \u202e(3)',
  };
  const { consentId: id } = await addConsent(tenant, { proof, userData, consentInformationVersionId, lang: 'eng' });
  await invoke('revokeConsent', { id, proof: { html: hostileProof(url) }, channel: 'email' }, { token: tenant.token });
  return { tenant, id };
};
