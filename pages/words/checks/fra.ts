import type { NamedCheckpoint, NamedTree, ToldEvent } from '../../../verifier/saying.ts';
import type { CheckWords, CheckWriting } from './check-words.ts';

/** Un nombre de feuilles. */
const leaves = (size: number): string => (size === 1 ? '1 feuille' : `${size} feuilles`);

const what = ({ event, version }: ToldEvent): string => {
  if (event === 'consent.revoked') return 'le retrait';
  if (event === 'consent.erased') return 'ce qui reste du consentement effacé';
  if (event !== 'notice.published') return 'le consentement';
  return version === null
    ? 'la publication d’une version de la notice'
    : `la publication de la version ${version} de la notice`;
};

const tree = ({ size, whence }: NamedTree): string =>
  whence === null
    ? `l’arbre de ${leaves(size)} du document`
    : `l’arbre de ${leaves(size)} que vous avez conservé (${whence})`;

const member = (name: string | null): string => (name === null ? 'L’attestation' : `« ${name} »`);

const named = {
  version: 'D’après son fichier, le site avait désigné la version par son id.',
  pid: 'D’après son fichier, le site avait désigné la notice par son numéro (PID), c’est-à-dire la version alors en cours.',
} as const;

const sources = {
  checkpoint: 'd’après le premier point de contrôle de ce document qui le contient',
  kept: 'd’après le point de contrôle que vous avez conservé : le document n’en a pas de plus ancien',
} as const;

const wrong = 'L’une des deux dates est fausse.';

/** Ce que disent les vérifications. */
export const newFrenchChecks = ({ time: write, number, language }: CheckWriting): CheckWords => {
  const kept = ({ whence, size, time }: NamedCheckpoint): string =>
    `Le point de contrôle que vous avez conservé (${whence}, ${leaves(size)}, ${write(time)})`;
  const whyLate = 'Le journal était en retard, ou l’enregistrement est entré au registre plus tard qu’il ne le dit.';
  const unproved = (told: ToldEvent): string => `Le document ne prouve pas que le journal contient ${what(told)}.`;
  return {
    'page-extracted': () => 'Le document a été extrait d’une page. Rien d’autre n’a été vérifié sur la page.',
    'page-broken': () => 'La page ne contient pas exactement un document intact.',
    'json-ok': () => 'Le fichier est du JSON en UTF-8.',
    'json-mark': () => 'Le fichier commence par une marque d’ordre des octets, ce qui n’est pas permis.',
    'json-deep': ({ most }) => `Le fichier emboîte plus de ${most} objets et listes.`,
    'json-not': () => 'Le fichier n’est pas du JSON : il est endommagé, ou ce n’est pas un document.',
    'json-surrogate': () => 'Le texte contient une moitié de caractère (surrogate), impossible en UTF-8.',
    'json-not-utf8': () => 'Le fichier n’est pas en UTF-8 : il est endommagé, ou ce n’est pas un document.',
    'json-large': ({ bytes }) => `Le fichier a plus de ${number(bytes)} octets. Aucun document n’est si grand.`,
    'canonical-ok': () => 'Le fichier a la seule forme permise (JSON canonique).',
    'canonical-cannot': () => 'Le fichier a un texte ou un nombre impossible en JSON canonique.',
    'canonical-around': () => 'Il y a une espace ou une fin de ligne avant ou après le document.',
    'canonical-differs': ({ at }) =>
      `Au caractère ${at}, le fichier n’a plus la seule forme permise (JSON canonique). Il a une espace, un autre échappement, un autre ordre, un membre en double ou une autre forme de nombre.`,
    'document-ok': () => 'Le document a un en-tête, une signature et une attestation.',
    'document-members': ({ members, optional }) =>
      `Le document doit avoir les membres ${members.join(', ')}, éventuellement ${optional}, et aucun autre.`,
    'document-none': () => 'Le fichier n’est pas un document de preuve : il n’a pas d’attestation.',
    'header-ok': () => 'L’en-tête protégé est valable et désigne la clé qu’il contient.',
    'header-damaged': () =>
      'L’en-tête protégé n’est pas valable pour un document : il est endommagé, ou désigne une autre façon de signer.',
    'header-form': () => 'L’en-tête protégé n’a pas la seule forme permise.',
    'header-other-key': () =>
      'L’en-tête protégé désigne une autre clé que celle qu’il contient : « kid » n’est pas l’empreinte de « jwk ».',
    'header-no-key': () => 'L’en-tête protégé n’a pas de clé utilisable : ce n’est pas un point de la courbe P-256.',
    'signature-ok': () => 'La clé de l’en-tête a fait cette signature, pour cette attestation exactement.',
    'signature-form': () => 'La signature n’est pas faite de 64 octets en base64url sans bits de trop.',
    'signature-unchecked': () =>
      'La signature ne peut pas être vérifiée, parce que l’en-tête protégé n’est pas valable.',
    'signature-other': () => 'La clé de l’en-tête n’a pas fait cette signature pour cette attestation.',
    'hash-ok': () => 'La partie correspond à son empreinte.',
    'hash-other': () => 'La partie ne correspond pas à son empreinte : la partie ou l’empreinte a été modifiée.',
    'only-signature': () =>
      'Chaque partie correspond à son empreinte. Soit la signature ou l’en-tête a été modifié, soit quelqu’un a modifié une partie et recalculé son empreinte.',
    'members-ok': () => 'L’attestation a tous les membres du format, et aucun autre.',
    'members-newer': ({ given, format }) =>
      `L’attestation a le format « ${given} », mais ce vérificateur ne connaît que « ${format} ». Utilisez-en un plus récent, comme celui du registre qui a signé.`,
    'member-unknown': (of) => `${member(of.member)} est un membre que le format n’a pas.`,
    'member-missing': (of) => `${member(of.member)} manque.`,
    'member-form': (of) => `${member(of.member)} n’a pas la forme que le format exige.`,
    'member-inexact': (of) => `${member(of.member)} n’est pas un entier que tout programme lit exactement.`,
    'record-ok': () =>
      'L’enregistrement désigne le même consentement, le même projet, la même version, la même langue et le même canal que les autres parties.',
    'record-other': () =>
      'L’enregistrement et les autres parties désignent des consentements, des projets, des versions, des langues ou des canaux différents.',
    'record-times-ok': () => 'L’enregistrement a les mêmes dates que les autres parties, à la seconde près.',
    'record-times-other': () =>
      'L’enregistrement et les autres parties ont des dates différentes, ou se contredisent sur le retrait.',
    'erased-not': () => 'Le consentement n’a pas été effacé.',
    'erased-ok': () => 'Le consentement a été effacé : il ne reste ni preuve ni données de la personne.',
    'erased-left': () => 'Le consentement a été effacé, mais sa preuve ou les données de la personne sont encore là.',
    'record-notice-ok': () => 'L’enregistrement désigne la notice à laquelle sa version appartient.',
    'record-notice-other': (of) =>
      `L’enregistrement désigne la notice ${of.named}, mais sa version appartient à la notice ${of.pid}. La table du registre est endommagée.`,
    'id-time-ok': () => 'L’id du consentement porte la date à laquelle il a été donné.',
    'id-time-other': ({ ofId, ofRecord }) =>
      `L’id du consentement porte la date ${ofId}, mais son enregistrement ${ofRecord} (UTC). L’une des deux a été modifiée dans la table du registre.`,
    'origin-imported': () => 'Le consentement a été importé : ce registre n’a pas observé comment il a été donné.',
    'origin-own': () => 'Le consentement n’a pas été importé.',
    'origin-both': () => 'Le consentement a été importé, mais le document dit que ce registre l’a aussi observé.',
    'observed-times-ok': () => 'Chaque observation a la même date que le consentement ou le retrait.',
    'observed-times-other': () =>
      'Une observation a une autre date que le consentement ou le retrait auquel elle appartient.',
    'revoked-not': () => 'Personne n’a retiré le consentement.',
    'revoked-ok': () => 'Le consentement a été retiré, et le document a le retrait et sa date.',
    'revoked-half': () => 'Le document a un retrait sans date, ou une date sans retrait.',
    'observed-import': () => 'Le consentement a été importé : aucune observation de ce registre n’est requise.',
    'observed-ok': () => 'Le document contient ce que le registre a observé.',
    'observed-missing': () =>
      'Il manque ce que le registre a observé du consentement ou du retrait, bien que le consentement n’ait pas été importé.',
    'notice-hash-none': () => 'Le document n’a pas de texte, et n’indique aucune empreinte calculée à partir de lui.',
    'notice-hash-ok': () => 'Le texte de ce document a l’empreinte indiquée.',
    'notice-hash-other': () =>
      'Le texte de ce document n’a pas l’empreinte indiquée, ou l’attestation se trompe sur l’accord des empreintes.',
    'history-ok': () => 'La version s’accorde avec l’historique de sa notice.',
    'history-other': () => 'La version ne s’accorde pas avec l’historique de sa notice.',
    'versions-ok': ({ count }) =>
      `L’historique a ${count === 1 ? 'une version' : `les versions 1 à ${count}`} sans lacune, et chacune a mis fin à la précédente. Seul le journal peut montrer qu’il n’y en a pas eu de plus récente.`,
    'versions-gap': () =>
      'L’historique de la notice a une lacune, ou une version qui n’a pas mis fin à la précédente. La table du registre est endommagée, ou une version était en cours de publication.',
    'text-ok': () =>
      'Le texte est celui auquel la personne a consenti : il correspond aux empreintes conservées avec le consentement et avec sa version.',
    'text-imported': ({ namedBy, publishedAt, given, isBefore }) => {
      const how = namedBy === null ? 'On ne sait pas comment la notice a été désignée.' : named[namedBy];
      const published = `La version a été publiée le ${write(publishedAt)}`;
      const rest = isBefore
        ? `${published}, avant que le consentement ne soit donné le ${write(given)}. Que la personne ait consenti à ce texte, c’est l’importation qui le dit.`
        : `${published}, après que le consentement a été donné le ${write(given)} : la personne ne peut pas avoir lu cette version. Qu’elle ait consenti au même texte, c’est l’importation qui le dit.`;
      return `Le texte est celui que l’importation a désigné : il correspond aux empreintes conservées avec le consentement et avec sa version. ${how} ${rest}`;
    },
    'text-gone': () =>
      'Le registre n’a plus le texte auquel la personne a consenti. Ce document en prouve l’empreinte, mais pas les mots.',
    'text-other-version': () =>
      'Le texte correspond à l’empreinte conservée avec le consentement, mais pas à celle conservée avec sa version.',
    'text-other': () =>
      'Le texte de ce document n’est pas celui auquel la personne a consenti : il ne correspond pas à l’empreinte conservée avec le consentement.',
    'text-not-compared': () => 'Non comparé, parce que le registre n’a plus le texte.',
    'language-ok': () => 'La version a un texte dans la langue du consentement.',
    'language-none': ({ lang }) =>
      `La version n’a pas de texte dans la langue du consentement (${language(lang)}). On ne sait pas ce que la personne a lu.`,
    'terms-ok': () => 'La version et son texte indiquent les mêmes langues et les mêmes conditions.',
    'terms-other': () =>
      'La version et son texte indiquent des langues ou des conditions différentes : jours de validité, jours de conservation, ou nouvelle demande de consentement. La table du registre est endommagée.',
    'times-ok': () => 'Les dates s’accordent avec le consentement, sa version, son retrait et son effacement.',
    'times-other': () =>
      'Les dates ne s’accordent pas avec le consentement, sa version, son retrait et son effacement.',
    'state-ok': () => 'L’état demandé découle des dates.',
    'state-other': () => 'L’état demandé ne découle pas des dates.',
    'state-now-ok': () => 'L’état au moment de la délivrance découle des dates.',
    'state-now-other': () => 'L’état au moment de la délivrance ne découle pas des dates.',
    'issued-ok': () =>
      'L’attestation a été délivrée après que le consentement a été donné. Les noms du compte, du projet, de la notice et des utilisateurs sont ceux du moment de la délivrance.',
    'issued-early': () =>
      'D’après ses propres dates, l’attestation a été délivrée avant que le consentement ne soit donné.',
    'issued-at': ({ time }) => `L’attestation a été délivrée le ${write(time)}.`,
    'issued-later': ({ time }) =>
      `La date de délivrance, ${write(time)}, est postérieure à l’horloge de cet appareil. L’une des deux est fausse.`,
    'signer-known': ({ kid, whence }) => `La clé ${kid} est connue par ${whence}.`,
    'signer-without-key': ({ thumbprint }) =>
      `Le signataire est inconnu : vous n’avez pas donné de clé. Le document a sa propre clé, d’empreinte ${thumbprint}, mais n’importe qui peut faire une clé.`,
    'signer-other': ({ thumbprint, whence }) =>
      `Le signataire est inconnu : la clé d’empreinte ${thumbprint} ne vient pas de ${whence}. N’importe qui peut faire une clé.`,
    'key-without-times': ({ whence, issuedAt }) =>
      `Vous connaissez la clé par ${whence}, qui ne dit pas quand elle a servi. Jugez si elle servait le ${write(issuedAt)}.`,
    'key-in-use': ({ from }) => `La clé servait quand l’attestation a été délivrée : depuis le ${write(from)}.`,
    'key-not-in-use': ({ issuedAt, from }) =>
      `L’attestation a été délivrée le ${write(issuedAt)}, mais la clé n’a servi que depuis le ${write(from)}.`,
    'log-none': () =>
      'Aucun journal ne prouve ce document. Il montre ce que le registre disait au moment de la délivrance, mais pas depuis quand.',
    'log-has': ({ told, index, size }) =>
      `Le journal contient ${what(told)} comme ce document l’indique : feuille ${index} sur ${size}.`,
    'log-lacks': ({ told }) =>
      `Le journal ne contient pas ${what(told)} comme ce document l’indique : soit cela a été modifié après l’entrée au journal, soit la preuve a été modifiée.`,
    'log-form': () => 'Le membre « log » n’a pas la forme que le format exige.',
    'log-twice': () =>
      'Le document a deux feuilles pour le même événement, ou la même version, et la même taille d’arbre.',
    'log-place': ({ index, size }) =>
      `Une feuille a le numéro ${index} dans un arbre de ${leaves(size)}. C’est impossible.`,
    'log-two-places': ({ first, index }) =>
      `Le document a deux places au journal pour le même événement : ${first} et ${index}.`,
    'log-key-form': () => 'La clé du journal dans le document n’est pas une clé valable.',
    'log-stripped': ({ given }) =>
      `Le document n’a pas de journal : ce que vous avez donné ne prouve donc rien : ${given.join(', ')}. N’importe qui peut retirer le journal d’un document. Demandez au registre un document avec son journal.`,
    'log-key-other': ({ whence }) =>
      `${whence} ne désigne pas le journal de ce document. N’importe qui peut faire un journal, et il peut différer de celui du registre.`,
    'log-two-histories': ({ one, other }) =>
      `Le journal a deux histoires : ${tree(one)} et ${tree(other)} ne peuvent pas être tous deux d’un journal qui ne fait que croître, et sa clé a signé les deux. Conservez le document et tous les points de contrôle.`,
    'missing-older': ({ told }) =>
      `${unproved(told)} Elle est antérieure à la version du consentement, et ne peut pas y mettre fin.`,
    'missing-young': ({ told }) =>
      `${unproved(told)} Le journal l’ajoute un peu plus tard : demandez un nouveau document.`,
    'missing-due': ({ told, after }) =>
      `${unproved(told)} Le document a été délivré plus ${after === 'hour' ? 'd’une heure' : 'de 24 heures'} après : le journal devrait l’avoir. Ce n’est pas entré au journal, ou la preuve a été retirée.`,
    'checkpoint-damaged': () =>
      'Un point de contrôle du journal est endommagé : ce n’est pas une note signée avec un nom, une taille à partir de 1, une empreinte et les deux signatures du journal.',
    'checkpoint-other-log': ({ origin }) =>
      `Un point de contrôle vient d’un autre journal (${origin}) que la clé du journal dans le document.`,
    'checkpoint-unsigned': ({ size, time }) =>
      `La clé du journal n’a pas fait les deux signatures du point de contrôle de ${leaves(size)} du ${write(time)}.`,
    'checkpoint-unchecked': ({ size, time }) =>
      `Ce navigateur ne peut pas vérifier si le journal a signé le point de contrôle de ${leaves(size)} du ${write(time)}. Un navigateur plus récent le peut.`,
    'checkpoint-ok': ({ log, size, time }) =>
      `La clé du journal ${log} a signé le point de contrôle de ${leaves(size)} du ${write(time)}.`,
    'checkpoint-order': () =>
      'Le document a deux points de contrôle de même taille, ou un plus grand avant un plus petit.',
    'stamp-unchecked': ({ size }) =>
      `Le point de contrôle de ${leaves(size)} a un horodatage (RFC 3161), qui n’est pas vérifié ici : vérifiez-le avec \`openssl ts -verify\` (docs/log.md, Time stamps).`,
    'order-event': ({ size, time, told, happened }) =>
      `Le point de contrôle de ${leaves(size)} est du ${write(time)}, mais contient ${what(told)}, plus récent : ${write(happened)}. ${wrong}`,
    'order-future': ({ size, time }) =>
      `Le point de contrôle de ${leaves(size)} est du ${write(time)}, après l’horloge de cet appareil. Il ne prouve aucune date.`,
    'order-backwards': ({ size, time, smaller, later }) =>
      `Le point de contrôle de ${leaves(size)} est du ${write(time)}, mais celui de ${leaves(smaller)} est plus récent : ${write(later)}. ${wrong}`,
    'log-late': ({ told, logged, by, happened }) =>
      `On sait seulement que le journal contient ${what(told)} depuis le ${write(logged)} (${sources[by]}), alors que sa propre date est le ${write(happened)}. ${whyLate}`,
    'since-kept': ({ told, time, whence }) =>
      `Personne ne peut avoir modifié ${what(told)} depuis le ${write(time)}, date du point de contrôle que vous avez conservé (${whence}).`,
    'since-register': ({ told, time, whence }) =>
      `Le registre dit que personne ne peut avoir modifié ${what(told)} depuis le ${write(time)}. Vous connaissez la clé de son journal par ${whence}.`,
    'since-document': ({ told, time }) =>
      `Le journal de ce document contient ${what(told)} depuis le ${write(time)}. Mais vous ne connaissez pas la clé de ce journal, et n’importe qui peut faire un journal. Le fichier de clés du registre a la clé de son journal.`,
    'kept-other-log': ({ whence, origin }) =>
      `${whence} est un point de contrôle d’un autre journal, ${origin}, et n’a pas été comparé.`,
    'kept-other-key': ({ whence }) =>
      `Le journal de ce document a le même nom que celui de ${whence}, mais une autre clé. C’est un autre journal, ou il a été recommencé.`,
    'kept-unsigned': ({ whence }) =>
      `${whence} n’a pas été comparé, parce que la clé du journal du document ne l’a pas signé. Il a été modifié après sa signature, ou il vient d’un autre journal.`,
    'kept-fork': ({ other, whence, size }) =>
      `Le journal a été réécrit : ${other ?? 'le document'} et ${whence} ont des arbres différents de ${leaves(size)}, et la clé du journal a signé les deux. Conservez les deux.`,
    'kept-has': ({ size, whence, told }) =>
      `Le point de contrôle de ${leaves(size)} que vous avez conservé (${whence}) contient ${what(told)}.`,
    'kept-lacks': ({ size, whence, told }) =>
      `Le point de contrôle de ${leaves(size)} que vous avez conservé (${whence}) ne contient pas ${what(told)} comme ce document l’indique.`,
    'kept-afterwards': ({ kept: one, told, happened, index }) =>
      `${kept(one)} est plus récent que ${what(told)} (${write(happened)}) et ne le contient pas. Cela n’est entré au journal qu’après, comme feuille ${index}. ${whyLate}`,
    'kept-unproved': ({ kept: one, told }) =>
      `${kept(one)} est plus récent que ${what(told)}, mais le document ne prouve pas que le journal le contient.`,
    'kept-not-compared': ({ kept: one, told }) =>
      `${kept(one)} n’a pas été comparé avec ${what(told)}, parce que le document n’en a pas la preuve. Demandez un document avec une preuve pour ${one.whence} (${leaves(one.size)}).`,
    'kept-older': ({ kept: one }) =>
      `${kept(one)} est antérieur aux événements de ce document, et ne prouve rien à leur sujet.`,
  };
};
