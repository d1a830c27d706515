import type { ConsentWords } from './console-consent-words-words.ts';

export const french: ConsentWords = {
  title: 'Consentement',
  verifying: 'Vérification …',
  cannotVerify:
    'Ce navigateur ne peut pas vérifier le document ici, la page n’en montre donc rien. Ouvrez la page en https, dans un navigateur récent.',
  askedTime: 'À un autre moment (UTC)',
  askedKind: 'Jour, mois ou heure',
  timeKinds: { day: 'Jour', month: 'Mois', time: 'Jour et heure' },
  show: 'Afficher',
  now: 'Maintenant',
  who: 'Qui a consenti, et à quoi',
  given: 'Donné',
  agreedTo: 'A consenti à',
  actions: 'Ce que vous pouvez faire',
  person: 'Tous les consentements de cette personne',
  revoke: 'Retirer ce consentement',
  version: 'Cette version de la notice',
  saidAndSeen: 'Ce que le site a dit, et ce que le registre a observé',
  evidence: {
    heading: 'Document de preuve',
    says: 'Le document signé contient tout ce que montre cette page, et davantage. Qui le détient peut le vérifier sans ce registre.',
    save: 'Enregistrer le document',
    savePage: 'Enregistrer comme page',
    savePageFailed:
      'La page n’a pas pu être faite : la connexion manque, ou la console est maintenant une plus récente. Le document peut toujours être enregistré.',
    signedFor: (span) =>
      `Le document a été signé avec la réponse pour ${span}. Il dit aussi l’état à tout autre moment.`,
    signedForNow: 'Le document a été signé avec la réponse pour maintenant. Il dit aussi l’état à tout autre moment.',
    sign: 'Le faire signer pour le moment demandé',
    print: 'Imprimer cette page',
    unchanged: 'Inchangé depuis sa signature',
    trust:
      'Votre navigateur a vérifié la signature et chaque partie. Il a reçu le document, avec la clé qu’il contient, du registre auquel vous êtes connecté. Cela ne prouve donc pas à qui est la clé : comparez l’empreinte à celle que l’exploitant a publiée ailleurs.',
    open: (count) =>
      count === 1
        ? 'Un point est à votre appréciation : voir plus bas.'
        : `${count} points sont à votre appréciation : voir plus bas.`,
    thumbprint: 'Empreinte de la clé',
    keyId: 'Identifiant de la clé',
    issued: 'Délivré',
    handOn: 'Comment le transmettre',
    verifyWith:
      'Qui a le fichier et la clé le vérifie avec cette commande, ou dépose les deux sur la page verify.html :',
    asPage:
      '« Enregistrer comme page » fait un fichier que tout navigateur ouvre sans réseau : il montre le document et le vérifie, en anglais. L’exploitant fait le même avec cette commande :',
    refused: 'Refusé',
    refusedSays: (places) =>
      `Le document reçu n’est pas celui qui a été signé. Il échoue dans : ${places}. Cette page n’en montre rien, car quelqu’un a pu le modifier.`,
    otherConsent: 'Le document reçu est celui d’un autre consentement. Cette page n’en montre rien.',
    refusedDo:
      'Réessayez. S’il est de nouveau refusé, prévenez l’exploitant : quelque chose entre le registre et vous modifie ce qui est envoyé.',
  },
};
