import type { ProviderDelivery } from '#contract/provider/events'
import { providerEventTypes, type ProviderEventType, subjectOfEvent } from '#domain/provider/events'
import { webhookTest } from '#domain/merchants/webhook'
import { joinTexts } from '#domain/platform/direction'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'

const known: ReadonlySet<string> = new Set([...providerEventTypes, webhookTest])
const isKnown = (type: string): type is ProviderEventType | typeof webhookTest => known.has(type)

/** A type in words. */
export const typeText = (type: string): string => (isKnown(type) ? t(`events.type.${type}`) : type)

/** The types by what they are about, in their order. */
export const typeGroups = () =>
  [...Map.groupBy(providerEventTypes, subjectOfEvent)].map(([subject, types]) => ({
    label: t(`events.group.${subject}`),
    options: types.map((value) => ({ value, label: typeText(value) })),
  }))

/** What an address answered, or why there was no answer; null: nothing was tried. */
export const answerText = ({ status, problem, answer }: Pick<ProviderDelivery, 'status' | 'problem' | 'answer'>): string | null => {
  if (problem !== null) return t(`events.problem.${problem}`)
  return status === null ? null : joinTexts([String(status), ...(answer ? [answer] : [])], ' · ')
}

const kinds: Record<ProviderDelivery['state'], StatusKind> = { delivered: 'accepted-filled', waiting: 'customer', failed: 'rejected' }

/** The state of a delivery for a badge. */
export const stateOf = ({ state, nextAt }: Pick<ProviderDelivery, 'state' | 'nextAt'>) => ({
  kind: kinds[state],
  label: t(`events.result.${state}`),
  detail: state === 'waiting' && nextAt !== null ? t('events.result.next', { when: nearTime(nextAt) }) : undefined,
})

export const hostOf = (url: string): string => URL.parse(url)?.host ?? url
