import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { api, type CallName } from '#contract/index'
import { analyticsActions, analyticsProperties, analyticsSections, fitProperties } from '#domain/analytics'
import type { EndedCall } from '../outage/endedCalls.ts'
import { placeOf } from '../routes/guards.ts'
import { routeTable } from '../routes/routeTable.ts'
import { callEvents } from './callEvents.ts'
import { pageEvents } from './pageEvents.ts'

const id = 'a'.repeat(32)
const other = 'b'.repeat(32)
const list = '/merchants/m1/operations'
const ended = (name: CallName, more: Partial<EndedCall> = {}): EndedCall => ({
  endpoint: api[name],
  mode: 'live',
  request: {},
  sentAt: 0,
  answer: undefined,
  ...more,
})
const campaign = (campaignId: string, isDraft: boolean) => ({
  id: campaignId,
  isDraft,
  scope: 'single',
  waitingPeriod: 2,
  name: 'Rebajas de Ana',
})

describe('calls', () => {
  it('of a campaign record its state, its terms, and the extent of bulk actions', () => {
    const toEvent = callEvents()
    const properties = (call: EndedCall) => fitProperties(toEvent(call)?.properties ?? {})
    expect(properties(ended('campaignList', { answer: { results: [campaign(id, true), campaign(other, false)] } }))).toEqual({})
    const bulk = (ids: string[]) => properties(ended('campaignBulk', { request: { body: { action: 'delete', ids } } }))
    expect(bulk([id, other])).toEqual({ action: 'remove', campaign_scope: 'bulk', any_draft: true, sandbox: false })
    expect(bulk([other])).toEqual({ action: 'remove', campaign_scope: 'single', any_draft: false, sandbox: false })
    const paused = ended('campaignPause', { request: { params: { campaignId: other } }, answer: campaign(other, false), mode: 'sandbox' })
    expect(properties(paused)).toEqual({ action: 'pause', campaign_scope: 'single', is_draft: false, sandbox: true })
    expect(properties(ended('campaignPublish', { answer: campaign(id, false) }))).toEqual({
      action: 'publish',
      campaign_scope: 'single',
      is_draft: false,
      waiting_period: 2,
      sandbox: false,
    })
    // Just published: no longer a draft.
    expect(bulk([id])).toMatchObject({ any_draft: false })
  })

  it('use the drafts of answers read before calls were observed', () => {
    let held: unknown[] = [{ results: [campaign(id, true), campaign(other, false)] }, undefined, campaign('c'.repeat(32), true)]
    const toEvent = callEvents(() => held)
    const anyDraft = (...ids: string[]) =>
      toEvent(ended('campaignBulk', { request: { body: { action: 'pause', ids } } }))?.properties['any_draft']
    expect([anyDraft(id, other), anyDraft(other), anyDraft('c'.repeat(32))]).toEqual([true, false, true])
    // Published since: the later answer wins.
    toEvent(ended('campaignPublish', { answer: campaign(id, false) }))
    held = [campaign(id, true)]
    expect(anyDraft(id)).toBe(false)
  })

  it('of a sale record who continued, and consent when it is given or expires, once', () => {
    const toEvent = callEvents()
    const body = { submitType: 'vendors', order: { articles: [{ name: 'Anillo' }] }, customer: { email: 'ana@tienda.es' } }
    expect(toEvent(ended('checkoutOfflineCreate', { request: { body }, answer: { checkoutId: id, checkoutUrl: 'https://x' } }))).toEqual({
      section: 'offline_checkout',
      properties: { action: 'submit', type: 'vendors', checkoutId: id, sandbox: false },
    })
    const check = (of: string, consent: string) =>
      toEvent(ended('checkoutOfflineCheck', { answer: { id: of, consent, customerName: 'Ana' } }))
    expect(['pending', 'pending', 'confirmed', 'confirmed'].map((consent) => check(id, consent)?.properties['type'])).toEqual([
      undefined,
      undefined,
      'confirmed',
      undefined,
    ])
    expect(['pending', 'expired'].map((consent) => check(other, consent)?.properties)).toEqual([
      undefined,
      { action: 'consent', type: 'expired', checkoutId: other, sandbox: false },
    ])
    // A state from before the page was opened is no event.
    expect(check('c'.repeat(32), 'confirmed')).toBeNull()
  })

  it('of the team and all other sections record section and action only, and nothing when they failed', () => {
    const toEvent = callEvents()
    expect(toEvent(ended('teamInvite', { request: { body: { emails: ['ana@tienda.es'] } } }))).toEqual({
      section: 'team',
      properties: { category: 'team', action: 'create', sandbox: false },
    })
    expect(toEvent(ended('teamInvite', { failure: {} as NonNullable<EndedCall['failure']> }))).toBeNull()
  })

  it('record only allowed names with enumerated values, whatever the request and answer contain', () => {
    const personal = fc.constantFrom('ana@tienda.es', 'Ana Núñez', '600123123', 'ES9121000418450200051332', id, 7, true, null)
    const thing = fc.dictionary(
      fc.constantFrom('id', 'isDraft', 'scope', 'waitingPeriod', 'submitType', 'checkoutId', 'consent', 'action', 'email', 'name'),
      personal,
    )
    const calls = fc.array(
      fc.record({
        name: fc.constantFrom(...Object.values(api).map(({ name }) => name)),
        body: fc.record({ action: fc.constantFrom('delete', 'Ana'), ids: fc.constant([id]), submitType: personal, email: personal }),
        answer: fc.oneof(thing, fc.record({ results: fc.array(thing) })),
      }),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(calls, (some) => {
        const toEvent = callEvents()
        for (const { name, body, answer } of some) {
          const one = toEvent(ended(name, { request: { body, params: { campaignId: id } }, answer }))
          if (!one) continue
          expect(analyticsSections).toContain(one.section)
          // Only allowed names are recorded; values are checked again before they are sent.
          for (const property of Object.keys(one.properties)) expect(analyticsProperties).toContain(property)
          expect(JSON.stringify(fitProperties(one.properties))).not.toMatch(/ana|núñez|600|ES91/i)
        }
      }),
    )
  })
})

describe('pages', () => {
  it('record each section of the route table when it is entered, and no page twice', () => {
    const seen = new Set<string>()
    for (const { path } of routeTable) {
      const toEvents = pageEvents()
      const place = placeOf(path.replace(/\{\w+\??\}/g, 'x1'), {})
      for (const { section, properties } of toEvents(place, true)) {
        seen.add(section)
        expect(properties).toEqual({ action: 'view', category: section, sandbox: true })
        expect(analyticsActions).toContain(properties['action'])
      }
      expect(toEvents(place, true)).toEqual([])
    }
    expect([...seen].toSorted()).toEqual([...analyticsSections].toSorted())
  })

  it('record the kind of a search and never its text, once per search however it is typed', () => {
    const toEvents = pageEvents()
    const at = (search: Record<string, string>) => toEvents(placeOf(list, search), false).map(({ properties }) => fitProperties(properties))
    expect(at({})).toEqual([{ action: 'view', category: 'operations', sandbox: false }])
    expect([at({ q: 'Ana' }), at({ q: 'Ana N' }), at({ q: 'ana@tienda.es' }), at({ q: id }), at({})]).toEqual([
      [{ action: 'search', search_type: 'name', sandbox: false }],
      [],
      [{ action: 'search', search_type: 'mail', sandbox: false }],
      [{ action: 'search', search_type: 'order_id', sandbox: false }],
      [],
    ])
    expect(at({ q: 'Ana' })).toHaveLength(1)
  })

  it('record a filter by category and status, and nothing for an unknown one', () => {
    const toEvents = pageEvents()
    const at = (search: Record<string, string>) => toEvents(placeOf(list, search), false).map(({ properties }) => fitProperties(properties))
    at({})
    expect(at({ status: 'in_process' })).toEqual([{ action: 'filter', category: 'in_process', sandbox: false }])
    expect(at({ status: 'in_process', substatus: 'pending_customer' })).toEqual([
      { action: 'filter', category: 'in_process', status: 'pending_customer', sandbox: false },
    ])
    expect(at({ status: 'in_process', substatus: 'pending_customer', page: '2' })).toEqual([])
    expect(at({ status: 'Ana Núñez' })).toEqual([{ action: 'filter', sandbox: false }])
  })
})
