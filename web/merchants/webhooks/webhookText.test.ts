import { describe, expect, it } from 'vitest'
import type { Webhook, WebhookDelivery } from '#contract/merchants/webhooks'
import { webhookTypes } from '#domain/merchants/webhook'
import { resultOf, endpointState, typeGroups } from './webhookText.ts'

const now = new Date('2026-11-22T12:00:00Z')
const webhook: Webhook = {
  id: 'a'.repeat(32),
  url: 'https://tienda.es/avisos',
  events: ['report.ready'],
  state: 'on',
  failingSince: null,
  oldSecretEndsAt: null,
  created: '2026-11-01T10:00:00Z',
  createdBy: 'Ana Ribera',
  makerGone: false,
  lastDelivery: { at: '2026-11-22T11:57:00Z', state: 'delivered', status: 200 },
  revision: 1,
}
const delivery: WebhookDelivery = {
  id: 'b'.repeat(32),
  messageId: 'msg_1',
  type: 'report.ready',
  at: '2026-11-22T11:57:00Z',
  state: 'waiting',
  attempts: 0,
  triedAt: null,
  status: null,
  problem: null,
  answer: null,
  ms: null,
  nextAt: null,
  sentBy: null,
  body: '{}',
}

describe('the state of an endpoint', () => {
  it.each([
    [{}, 'accepted-filled'],
    [{ lastDelivery: null }, 'upcoming'],
    [{ failingSince: '2026-11-22T10:00:00Z' }, 'merchant'],
    [{ state: 'off', failingSince: '2026-11-22T10:00:00Z' }, 'stopped'],
    [{ state: 'failing' }, 'rejected'],
    [{ state: 'gone' }, 'rejected'],
    [{ state: 'secret' }, 'rejected'],
  ] as const)('%j is %s', (change, glyph) => {
    expect(endpointState({ ...webhook, ...change }, now).glyph).toBe(glyph)
  })
})

describe('the outcome of a delivery', () => {
  it.each([
    [{}, true, 'customer'],
    [{ attempts: 1, nextAt: '2026-11-22T13:00:00Z' }, true, 'merchant'],
    [{ attempts: 1, nextAt: '2026-11-22T13:00:00Z' }, false, 'stopped'],
    [{ state: 'delivered' }, false, 'accepted-filled'],
    [{ state: 'failed', attempts: 10 }, true, 'rejected'],
  ] as const)('%j, sent to: %s, is %s', (change, on, glyph) => {
    expect(resultOf({ ...delivery, ...change }, on).glyph).toBe(glyph)
  })
})

it('every event type can be chosen exactly once', () => {
  expect(typeGroups().flatMap(({ options }) => options.map(({ value }) => value))).toEqual([...webhookTypes])
})
