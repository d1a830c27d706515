import { limits } from '../../shared/limits.ts';
import { admin } from './admin.ts';
import type { Tenant } from './builders.ts';
import { addConsent, newTenant, noticeContent } from './builders.ts';
import { hostileProof } from './hostile-proof.ts';
import { invoke } from './invoke.ts';
import { publishVersion } from './notices.ts';
import { table } from './table.ts';

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
