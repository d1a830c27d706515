/** The text of the page until its program runs, in each language of the console: if the program is missing, it cannot report that. */
const sentences = {
  en: 'This page is loading. If nothing else appears, load it again. It needs JavaScript and a current browser.',
  it: 'La pagina si sta caricando. Se non appare altro, la ricarichi. Servono JavaScript e un browser attuale.',
  de: 'Diese Seite wird geladen. Erscheint nichts anderes, laden Sie sie neu. Sie braucht JavaScript und einen aktuellen Browser.',
  fr: 'La page se charge. Si rien d’autre n’apparaît, rechargez-la. Il faut JavaScript et un navigateur récent.',
  es: 'La página se está cargando. Si no aparece nada más, vuelva a cargarla. Hacen falta JavaScript y un navegador actual.',
} as const;

export const loadingNotice = `<main class="loading">${Object.entries(sentences)
  .map(([language, sentence]) => `<p lang="${language}">${sentence}</p>`)
  .join('')}</main>`;
