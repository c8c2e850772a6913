import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyticsProperties, cutProperties, fitProperties, readEvent } from './analytics.ts'

const uuid = 'b5e0a9a4-9d5b-4c5e-8a57-0f5f7f3a1c2d'
const event = { event_type: 'campaigns', uuid, device_id: uuid, session_id: 1, timestamp: 2, event_properties: { is_draft: false } }
const personal = ['ana', 'ana@tienda.es', 'Ana Núñez', '600123123', 'ES9121000418450200051332', '12345678Z', '129,90 €', 'calle_1']

describe('properties', () => {
  it('keeps exactly the names in the list', () => {
    expect(analyticsProperties.toSorted()).toEqual(
      [
        'campaign_scope',
        'any_draft',
        'is_draft',
        'sandbox',
        'waiting_period',
        'type',
        'checkoutId',
        'search_type',
        'category',
        'status',
        'action',
      ].toSorted(),
    )
    const all = {
      campaign_scope: 'bulk',
      any_draft: true,
      is_draft: false,
      sandbox: true,
      waiting_period: 2,
      type: 'vendors',
      checkoutId: 'a'.repeat(32),
      search_type: 'mail',
      category: 'in_process',
      status: 'pending_customer',
      action: 'search',
    }
    expect(fitProperties(all)).toEqual(all)
  })

  it('lets nothing else through, whatever is put in', () => {
    const name = fc.oneof(fc.string(), fc.constantFrom(...analyticsProperties, '__proto__', 'constructor', 'email', 'q'))
    const value = fc.oneof(fc.anything(), fc.constantFrom(...personal))
    fc.assert(
      fc.property(fc.dictionary(name, value), (properties) => {
        const left = fitProperties(properties)
        expect(Object.keys(left).every((key) => analyticsProperties.includes(key))).toBe(true)
        for (const text of Object.values(left).filter((one) => typeof one === 'string')) expect(text).toMatch(/^[a-z_]+$|^[0-9a-f]{32}$/)
      }),
    )
  })

  it('drops what could be about a person under an allowed name', () => {
    for (const text of personal) for (const name of analyticsProperties) expect(fitProperties({ [name]: text })).toEqual({})
  })

  it('cuts text at 4 096 characters and keys at 1 000', () => {
    expect(cutProperties({ action: 'a'.repeat(5_000), sandbox: true })).toEqual({ action: 'a'.repeat(4_096), sandbox: true })
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, 1]))
    expect(fitProperties({ ...many, sandbox: true })).toEqual({})
    expect(fitProperties({ sandbox: true, ...many })).toEqual({ sandbox: true })
  })
})

describe('an event as it comes', () => {
  it('is taken with its allowed properties alone', () => {
    expect(readEvent({ ...event, user_id: 'ana@tienda.es', event_properties: { is_draft: true, name: 'Ana' } })).toEqual({
      ...event,
      event_properties: { is_draft: true },
    })
    expect(readEvent({ ...event, event_properties: null })).toEqual({ ...event, event_properties: {} })
  })

  it('is refused when it is none, and never throws', () => {
    for (const wrong of [
      null,
      [],
      {},
      { ...event, uuid: 'x' },
      { ...event, device_id: 'ana@tienda.es' },
      { ...event, event_type: 'Ana Núñez' },
      { ...event, timestamp: -1 },
      { ...event, session_id: Number.NaN },
    ])
      expect(readEvent(wrong)).toBeNull()
    fc.assert(fc.property(fc.anything(), (given) => readEvent(given) === null || undefined))
  })
})
