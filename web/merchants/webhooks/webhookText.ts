import type { Webhook, WebhookDelivery } from '#contract/merchants/webhooks'
import { webhookTypes, type SentType, type WebhookType } from '#domain/merchants/webhook'
import { dateTime, nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'
import { agoText } from '../keys/keyText.ts'

/** How something stands: a drawing, a word, and what it means. */
export type Standing = { glyph: StatusKind; word: string; detail: string | null }

const groups = ['operation', 'settlement', 'report', 'campaign'] as const

/** Types by what they are about, in the order in which somebody chooses. */
export const typesByGroup: readonly { group: (typeof groups)[number]; types: readonly WebhookType[] }[] = groups.map((group) => ({
  group,
  types: webhookTypes.filter((type) => type.startsWith(`${group}.`)),
}))

/** What a message tells, in words. */
export const typeText = (type: string): string => t(`webhooks.type.${type as SentType}`) // the server's types are ours

/** How an address stands. */
export function standingOf({ state, failingSince, lastDelivery }: Webhook, now: Date): Standing {
  if (state === 'off') return { glyph: 'stopped', word: t('webhooks.state.off'), detail: t('webhooks.state.off.detail') }
  if (state !== 'on') return { glyph: 'rejected', word: t(`webhooks.state.${state}`), detail: t(`webhooks.state.${state}.detail`) }
  if (failingSince !== null)
    return {
      glyph: 'merchant',
      word: t('webhooks.state.failingNow'),
      detail: t('webhooks.state.failingNow.detail', { since: dateTime(failingSince) }),
    }
  if (lastDelivery === null) return { glyph: 'upcoming', word: t('webhooks.state.new'), detail: t('webhooks.state.new.detail') }
  return {
    glyph: 'accepted-filled',
    word: t('webhooks.state.on'),
    detail: t('webhooks.state.on.last', { ago: agoText(lastDelivery.at, now) }),
  }
}

/** What became of a message. `on`: its address is being sent to. */
export function resultOf({ state, attempts, nextAt }: WebhookDelivery, on: boolean): Standing {
  const tries = attempts > 1 ? t('webhooks.tries', { count: attempts }) : null
  if (state === 'delivered') return { glyph: 'accepted-filled', word: t('webhooks.result.delivered'), detail: tries }
  if (state === 'failed') return { glyph: 'rejected', word: t('webhooks.result.failed'), detail: tries }
  if (!on) return { glyph: 'stopped', word: t('webhooks.result.held'), detail: t('webhooks.result.held.detail') }
  if (nextAt === null) return { glyph: 'customer', word: t('webhooks.result.sending'), detail: tries }
  return { glyph: 'merchant', word: t('webhooks.result.again', { when: nearTime(nextAt) }), detail: tries }
}

/** «HTTP 200», or why there was no answer; null: not tried yet. */
export function answerText({ status, problem }: Pick<WebhookDelivery, 'status' | 'problem'>): string | null {
  if (status !== null) return t('webhooks.status', { status })
  return problem === null ? null : t(`webhooks.problem.${problem}`)
}
