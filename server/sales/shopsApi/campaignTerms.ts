import type { BodyInput } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import type { AskedCampaign } from '#contract/sales/shopsApi/shopCampaigns'
import { keptText } from '#domain/platform/keptText'
import { readShopInstant } from '#domain/sales/shopsApi/shopInstant'
import { problem } from '../../platform/calls/fieldProblem.ts'
import { Refusal } from '../../platform/calls/refusal.ts'

type Terms = BodyInput<Api['campaignCreate']>

/** How an open end is told to plugins, which drop an empty one. */
export const openEnd = '9999-12-31T23:59:59Z'
/** The longest name that a campaign has. */
const mostName = 80

/** What was sent of a campaign, as the panel's verbs take it. Refuses with ApiValidationException an instant that is none. */
export function askedTerms(asked: AskedCampaign): Terms {
  const { name, startDate, endDate, interest, partial, numInstalments, minOrderAmount, maxOrderAmount } = asked
  return {
    ...(name === undefined ? {} : { name: nameOf(name) }),
    ...(startDate === undefined ? {} : { startDate: instantOf('start_date', startDate, 'since') }),
    ...(endDate === undefined ? {} : { endDate: endDate === openEnd ? null : instantOf('end_date', endDate, 'before') }),
    ...(interest === undefined ? {} : { interest: numberOf(interest) }),
    ...(partial === undefined ? {} : { scope: partial === true ? 'single' : 'bulk' }),
    ...(numInstalments === undefined ? {} : { numInstalments: numInstalments ?? [] }),
    ...(minOrderAmount === undefined ? {} : { minOrderAmount: numberOf(minOrderAmount) }),
    ...(maxOrderAmount === undefined ? {} : { maxOrderAmount: numberOf(maxOrderAmount) }),
  }
}

/** A whole campaign: what was not sent is nothing, and a start that was not is now. */
export const wholeTerms = (asked: AskedCampaign, now: Date): Terms => ({
  name: '',
  startDate: now.toISOString(),
  endDate: null,
  interest: null,
  scope: 'bulk',
  numInstalments: [],
  minOrderAmount: null,
  maxOrderAmount: null,
  ...askedTerms(asked),
})

const numberOf = (value: string | number | null) => (value === null ? null : Number(value))
const nameOf = (name: string | null) => keptText(name ?? '', mostName)

/** A day is its begin as a start, and the midnight after it as an end; an instant is itself. */
function instantOf(name: string, text: string | null, as: 'since' | 'before'): string | null {
  if (text === null) return null
  const read = readShopInstant(text)
  if (read === undefined) throw new Refusal('ApiValidationException', { fields: [problem(name, 'format')] })
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  return (isDay ? read[as] : read.since).toISOString()
}
