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
