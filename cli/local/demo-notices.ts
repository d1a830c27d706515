import type { NoticeContent } from '../../shared/store/notice.ts';

const privacyNotice = (retention: { readonly ita: string; readonly eng: string }): NoticeContent => ({
  validityDays: 0,
  notification: false,
  title: { ita: 'Informativa sulla privacy', eng: 'Privacy notice' },
  descriptionHtml: {
    ita: `<p>Demo Shop tratta i dati che ci fornisci per evadere il tuo ordine e per rispondere alle tue richieste.</p><p>${retention.ita}</p>`,
    eng: `<p>Demo Shop processes the data you give us to fulfil your order and to answer your requests.</p><p>${retention.eng}</p>`,
  },
});

/** A demo notice: its PID and the contents of its versions, the last of which is current. */
export interface DemoNotice {
  readonly pid: number;
  readonly versions: readonly NoticeContent[];
}

const privacy: DemoNotice = {
  pid: 1,
  versions: [
    privacyNotice({ ita: 'I dati sono conservati per dieci anni.', eng: 'The data are kept for ten years.' }),
    privacyNotice({
      ita: 'I dati sono conservati per dieci anni. Puoi revocare il consenso in ogni momento.',
      eng: 'The data are kept for ten years. You can withdraw your consent at any time.',
    }),
  ],
};

const newsletter: DemoNotice = {
  pid: 2,
  versions: [
    {
      validityDays: 365,
      notification: true,
      title: { ita: 'Newsletter', eng: 'Newsletter', deu: 'Newsletter' },
      descriptionHtml: {
        ita: '<p>Desidero ricevere la newsletter di Demo Shop via email, al massimo una volta a settimana.</p>',
        eng: '<p>I want to receive the Demo Shop newsletter by email, at most once a week.</p>',
        deu: '<p>Ich möchte den Newsletter von Demo Shop per E-Mail erhalten, höchstens einmal pro Woche.</p>',
      },
    },
  ],
};

const profiling: DemoNotice = {
  pid: 3,
  versions: [
    {
      validityDays: 0,
      notification: false,
      title: { eng: 'Profiling' },
      descriptionHtml: { eng: '<p>I agree that Demo Shop analyses my purchases to show me offers that suit me.</p>' },
    },
  ],
};

const otherShopPrivacy: DemoNotice = {
  pid: 4,
  versions: [
    {
      validityDays: 0,
      notification: false,
      title: { eng: 'Privacy notice' },
      descriptionHtml: { eng: '<p>Other Shop processes the data you give us to fulfil your order.</p>' },
    },
  ],
};

export const demoShopNotices: readonly DemoNotice[] = [privacy, newsletter, profiling];
export const otherShopNotices: readonly DemoNotice[] = [otherShopPrivacy];
