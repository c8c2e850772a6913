import { formatDateTime } from '#domain/platform/dates'
import { emailChangeContent } from '../../access/emailChange/emailChangeEmail.ts'
import { billingEmailContent, deviceCodeContent, passwordContent, signUpContent } from '../../access/session/accessContents.ts'
import { accountContent } from '../../access/session/accountEmail.ts'
import { teamContent } from '../../access/team/teamEmail.ts'
import type { Config } from '../../platform/config/config.ts'
import type { AccountNews, TeamNews } from '../../platform/outbox/outboxKinds.ts'
import { staffContent } from '../staff/staffEmail.ts'
import { invented, inventedLink, type Sample } from './sampleFacts.ts'

const of =
  (group: Sample['group']) =>
  (name: string, write: Sample['write']): Sample => ({ name, group, write })
const [access, shop, staff] = [of('access'), of('shop'), of('staff')]

const words = (config: Config, path: string) => ({
  name: 'Adán',
  brand: config.brand.name,
  support: config.brand.supportEmail,
  link: inventedLink(config, path),
  code: invented.code,
  device: 'Chrome, Windows',
  when: formatDateTime(invented.at),
})

const accountNews = {
  password: 1,
  reuse: 1,
  factor_added: 1,
  factor_removed: 1,
  factor_reset: 1,
  sessions_closed: 1,
  recovery_used: 1,
} satisfies Record<AccountNews, 1>
const teamNews = {
  invitation: 1,
  owner_invitation: 1,
  changed: 1,
  removed: 1,
  disabled: 1,
  access_ending: 1,
  access_ended: 1,
  handover_offered: 1,
  handover_accepted: 1,
  handover_done: 1,
  handover_stopped: 1,
} satisfies Record<TeamNews, 1>

const reader = { email: invented.email, first_name: 'Adán', locale: null }
const slug = (news: string) => news.replaceAll('_', '-')

/** What people with access get about it, and members of staff. */
export const accessSamples: readonly Sample[] = [
  access('sign-up', (config) => signUpContent(words(config, '/sign-up'))),
  access('password-reset', (config) => passwordContent('password_reset', words(config, '/new-password'))),
  access('unlock', (config) => passwordContent('unlock', words(config, '/new-password'))),
  access('new-device', (config) => deviceCodeContent(words(config, '/'))),
  ...(Object.keys(accountNews) as AccountNews[]).map((news) =>
    access(`account-${slug(news)}`, (config) => accountContent({ ...reader, news, at: invented.at, codes_left: 7 }, config)),
  ),
  ...(['confirm', 'asked', 'done'] as const).map((news) =>
    access(`email-change-${news}`, (config) =>
      emailChangeContent(
        {
          news,
          ...reader,
          id: invented.id,
          user_id: invented.id,
          old_email: 'adan@antes.example',
          new_email: 'adan@ahora.example',
          state: 'pending',
          created_at: invented.at,
          expires_at: invented.soon,
          user_agent: invented.device,
          link: inventedLink(config, '/stop-email'),
        },
        config,
      ),
    ),
  ),
  ...(Object.keys(teamNews) as TeamNews[]).map((news) =>
    access(`team-${slug(news)}`, (config) =>
      teamContent(
        {
          ...reader,
          news,
          at: invented.at,
          role: 'editor',
          withheld: [],
          refund_limit_cents: null,
          refund_day_limit_cents: null,
          invited_at: invented.at,
          access_until: invented.soon,
          joined: false,
          removed: false,
          company: invented.company,
          inviter: 'Xiana Zubizarreta',
          handover_from: 'Xiana Zubizarreta',
          handover_to: 'Adán Peña',
          handover_at: invented.soon,
          link: news.endsWith('invitation') ? inventedLink(config, '/invitation') : '',
        },
        config,
      ),
    ),
  ),
  shop('billing-email', (config) => billingEmailContent({ ...words(config, '/'), shop: invented.shop, email: 'facturas@ciclos.example' })),
  ...(['invitation', 'reset'] as const).map((news) =>
    staff(`staff-${news}`, (config) =>
      staffContent(
        {
          ...reader,
          news,
          roles: ['support', 'reviewer'],
          inviter: 'Elena Prats',
          link_id: invented.id,
          expires_at: invented.soon,
          link: inventedLink(config, '/console/invitation'),
        },
        config,
      ),
    ),
  ),
  staff('staff-test', (config) => staffContent({ ...reader, news: 'test', code: invented.code }, config)),
]
