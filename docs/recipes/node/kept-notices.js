/**
 * Keeps the versions of a notice that a form shows, in memory. Copy it next to the form, with settings.js. One KeptNotices serves all
 * requests of a process.
 *
 * Environment: REGISTER_PID (PID of the notice), REGISTER_LANG (language of its text; default eng).
 */

import { ConsentRegisterError } from '@consent-register/client';
import { numberSetting } from './settings.js';

const noticeMilliseconds = 5 * 60_000;
const versionsKept = 5;

/** The languages of notices, as HTML names them. */
const tags = { ita: 'it', eng: 'en', spa: 'es', deu: 'de', fra: 'fr', tur: 'tr', por: 'pt', rus: 'ru', ukr: 'uk' };

/** The text of a notice in this language, or else the first it has. */
const toShown = ({ id, validityDays, title, descriptionHtml }, wanted) => {
  const lang = [wanted, ...Object.keys(title)].find((one) => title[one] && descriptionHtml[one]);
  if (lang === undefined)
    throw new ConsentRegisterError({ code: 'notice.without-text', detail: 'The notice has no text.' });
  const name = `${id}-${lang}`;
  return { name, id, lang, tag: tags[lang], title: title[lang], html: descriptionHtml[lang], validityDays };
};

export class KeptNotices {
  #client;
  #pid;
  #lang;
  #askedAt = 0;
  /** The versions that forms showed, newest first. */
  #notices = [];

  constructor(client, pid, lang) {
    if (!Object.hasOwn(tags, lang))
      throw new Error(`${lang} is not a language of notices. Use one of ${Object.keys(tags).join(', ')}.`);
    this.#client = client;
    this.#pid = pid;
    this.#lang = lang;
  }

  static ofSettings(client) {
    return new KeptNotices(client, numberSetting('REGISTER_PID'), process.env.REGISTER_LANG || 'eng');
  }

  /**
   * The notice for a form, in this language or else the first it has: `title` is text, `html` is HTML, `tag` is the language in HTML. It
   * asks the register every five minutes. If the register does not answer, it returns the last version it has.
   */
  async current() {
    const [newest] = this.#notices;
    if (newest && Date.now() < this.#askedAt + noticeMilliseconds) return newest;
    try {
      return await this.#ask();
    } catch (error) {
      if (newest === undefined || !(error instanceof ConsentRegisterError)) throw error;
      console.error('Notice not renewed:', error.message);
      return newest;
    }
  }

  /** The notice that a form showed, by the `name` in the form; undefined if it is not one of ours. */
  async shown(name) {
    const find = () => this.#notices.find((notice) => notice.name === name);
    if (find() === undefined) await this.#ask();
    return find();
  }

  /** If the register no longer knows a version, such as after a restore, forgets the versions and returns true. */
  forget({ status, errors }) {
    const isUnknown = status === 422 && errors.some(({ field }) => field === 'consentInformationVersionId');
    if (isUnknown) this.#notices = [];
    return isUnknown;
  }

  /** While one request asks, others show the last version. */
  async #ask() {
    this.#askedAt = Date.now();
    const { data } = await this.#client.getNotices({ pid: this.#pid });
    const notice = toShown(data[this.#pid], this.#lang);
    this.#notices = [notice, ...this.#notices.filter(({ name }) => name !== notice.name)].slice(0, versionsKept);
    return notice;
  }
}
