import { money, percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import type { Terms } from './campaignDraft.ts'
import { channelsText, endText, listed, startText } from './campaignText.ts'
import type { CopiedField } from './modeCopy.ts'

const amount = (cents: number | null) => (cents === null ? '—' : money(cents))

const texts: Readonly<Record<CopiedField, (terms: Terms) => string>> = {
  name: ({ name }) => name,
  startDate: ({ startDate }) => startText(startDate),
  endDate: ({ endDate }) => endText(endDate),
  interest: ({ interest }) => (interest === null ? '—' : percent(interest)),
  numInstalments: ({ numInstalments }) => (numInstalments.length === 0 ? '—' : listed(numInstalments.map(String))),
  waitingPeriod: ({ waitingPeriod }) => t(`campaigns.waiting.${waitingPeriod as 0 | 1 | 2 | 3}`),
  scope: ({ scope }) => t(`campaigns.scope.${scope}`),
  minOrderAmount: ({ minOrderAmount }) => amount(minOrderAmount),
  maxOrderAmount: ({ maxOrderAmount }) => amount(maxOrderAmount),
  channels: ({ channels }) => channelsText(channels),
  budgetAmount: ({ budgetAmount }) => (budgetAmount === null ? t('campaigns.budget.none') : money(budgetAmount)),
}

/** A field's value as text. */
export const termText = (field: CopiedField, terms: Terms): string => texts[field](terms)
