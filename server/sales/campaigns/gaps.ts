import type { FieldProblem } from '#contract/platform/errors'
import { AUDIENCE_LEAST, audienceGap } from '#domain/sales/campaigns/audience'
import { campaignGaps, type CampaignGround, type CampaignTerms } from '#domain/sales/campaigns/campaign'
import { formatEuros, formatPercent } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { text } from '../../platform/calls/messages.ts'
import { readOffers, type ShopOffer } from '../operation/offers.ts'
import type { LimitingAudience } from './campaignAudience.ts'

/** What the shop sells by instalments, which campaigns make cheaper; null when it does not. */
export type CampaignOffer = ShopOffer | null

/** The only product with interest: the one that a campaign has something to give for. */
export async function readCampaignOffer(db: Connection, scope: Scope): Promise<CampaignOffer> {
  const offers = await readOffers(db, scope)
  return offers.find(({ product }) => product === 'instalments') ?? null
}

/** Everything that a campaign lacks to be published, in words. */
export function gapsOf(
  campaign: CampaignTerms & { articleCount: number; audience: LimitingAudience | null },
  offer: CampaignOffer,
  now: Date,
): FieldProblem[] {
  const { articleCount, audienceId, audience } = campaign
  const ground: CampaignGround = { offer, articleCount, audienceGap: audienceId === null ? null : audienceGap(audience), now }
  return campaignGaps(campaign, ground).map(({ field, code }) => gapProblem(field, code, offer))
}

/** A gap as a field of a refusal, with its sentence. */
export function gapProblem(field: string, code: string, offer: CampaignOffer): FieldProblem {
  const values: Record<string, string> = offer
    ? {
        tin: formatPercent(offer.tin),
        allowed: offer.instalmentsAllowed.join(', '),
        least: formatEuros(offer.minCents),
        most: formatEuros(offer.maxCents),
      }
    : { allowed: '–' }
  return { name: field, code, message: text(`campaigns.server.gap.${field}.${code}`, { ...values, audienceLeast: AUDIENCE_LEAST }) }
}
