import type { BodyInput } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import type { Mode } from '../../platform/database/scope.ts'
import { ids, type Persona } from '../testFixture.ts'
import { startTestServer, type TestServer } from '../testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'

const weekMs = 604_800_000

export type CampaignWish = BodyInput<Api['campaignCreate']>
/** The publisher, the shop, and the articles it is limited to. */
export type CampaignPlace = { as?: Persona; mode?: Mode; articles?: readonly string[] }

/** The shop of the campaigns and sales under test. */
export const shop = { merchantId: hexOf(ids.merchantA1) }

/** A server at midday, where refunds are released at once. */
export const startCampaignServer = () => startTestServer({ now: new Date('2026-11-22T12:00:00Z'), refundHoldSeconds: 0 })

/** Each test has its own campaigns; those of the others are finished. */
export const endCampaigns = (server: TestServer) =>
  server.ownerSql(`update campaigns set status = 'finished', ends_at = now() where status in ('scheduled', 'active', 'paused')`)

/** The id of an active campaign: 0 % in 3 or 6 instalments for a week, unless overridden. */
export async function runCampaign(
  server: TestServer,
  wish: CampaignWish = {},
  { as = 'editorA', mode = 'live', articles = [] }: CampaignPlace = {},
): Promise<string> {
  const now = server.services.now().getTime()
  const whole = {
    name: 'Otoño',
    startDate: new Date(now - 1_000).toISOString(),
    endDate: new Date(now + weekMs).toISOString(),
    interest: 0,
    numInstalments: [3, 6],
  }
  const { body } = await server.call('campaignCreate', { as, mode, params: shop, body: { ...whole, ...wish } })
  const at = { as, mode, params: { ...shop, campaignId: body.id } }
  if (articles.length > 0) await server.call('campaignArticleAdd', { ...at, body: { articles: articles.map((id) => ({ id })) } })
  const { status, raw } = await server.call('campaignPublish', { ...at, body: { revision: articles.length > 0 ? 2 : 1 } })
  if (status !== 200) throw new Error(raw)
  return body.id
}
