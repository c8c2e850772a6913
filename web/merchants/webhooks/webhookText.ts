import type { Webhook, WebhookDelivery } from '#contract/merchants/webhooks'
import { webhookTypes, type SentType } from '#domain/merchants/webhook'
import { dateTime, nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'
import { agoText } from '../keys/keyText.ts'

/** A state: glyph, label, and meaning. */
export type StateText = { glyph: StatusKind; word: string; detail: string | null }

const groups = ['operation', 'settlement', 'report', 'campaign'] as const

/** An event type’s description. */
export const typeText = (type: string): string => t(`webhooks.type.${type as SentType}`) // the server's types are ours

/** Event types by subject, in display order. */
export const typeGroups = () =>
  groups.map((group) => ({
    label: t(`webhooks.group.${group}`),
    options: webhookTypes.filter((type) => type.startsWith(`${group}.`)).map((value) => ({ value, label: typeText(value) })),
  }))

/** The state of an endpoint. */
export function endpointState({ state, failingSince, lastDelivery }: Webhook, now: Date): StateText {
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

/** The outcome of a delivery. `on`: its endpoint is enabled. */
export function resultOf({ state, attempts, nextAt }: WebhookDelivery, on: boolean): StateText {
  const attemptsText = attempts > 1 ? t('webhooks.tries', { count: attempts }) : null
  if (state === 'delivered') return { glyph: 'accepted-filled', word: t('webhooks.result.delivered'), detail: attemptsText }
  if (state === 'failed') return { glyph: 'rejected', word: t('webhooks.result.failed'), detail: attemptsText }
  if (!on) return { glyph: 'stopped', word: t('webhooks.result.held'), detail: t('webhooks.result.held.detail') }
  if (nextAt === null) return { glyph: 'customer', word: t('webhooks.result.sending'), detail: attemptsText }
  return { glyph: 'merchant', word: t('webhooks.result.again', { when: nearTime(nextAt) }), detail: attemptsText }
}

/** «HTTP 200», or why there was no response; null: not tried yet. */
export function answerText({ status, problem }: Pick<WebhookDelivery, 'status' | 'problem'>): string | null {
  if (status !== null) return t('webhooks.status', { status })
  return problem === null ? null : t(`webhooks.problem.${problem}`)
}
