import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Message } from '#domain/platform/sentence'
import { workKinds } from '#domain/provider/workTargets'
import { setMessages } from '../../platform/i18n/messages.ts'
import { fieldName, valueText } from './fieldText.ts'

const folder = join(import.meta.dirname, '../../../messages/es')
const spanish = Object.assign(
  {},
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as object),
) as Record<string, Message> // our own files

const words = {
  'people.state.active': 'Con acceso',
  'people.confirmation.declined': 'Rechazado',
  'bankFiles.outcome.executed': 'ejecutado',
  'bankFiles.outcome.returned': 'devuelto',
}
setMessages(words)
afterAll(() => setMessages({}))

it('says a state in the words of what it is the state of', () => {
  const stateText = (entity: string | null, state: string) => valueText('state', state, entity)
  expect(stateText('staff', 'active')).toBe(words['people.state.active'])
  expect(stateText('confirmation', 'declined')).toBe(words['people.confirmation.declined'])
  expect(stateText('settlement', 'booked')).toBe(words['bankFiles.outcome.executed'])
  expect(stateText('settlement', 'returned')).toBe(words['bankFiles.outcome.returned'])
})

it.each([
  ['state', 'settlement', ['open', 'answered', 'closed']],
  ['status', 'merchant', ['pending', 'active', 'rejected', 'suspended', 'closed']],
  ['state', 'bank_account', ['unconfirmed', 'pending_review', 'cooling', 'active', 'replaced', 'rejected', 'cancelled', 'frozen']],
  ['status', 'document', ['in_review', 'approved', 'rejected', 'expired']],
  ['kind', 'work', workKinds],
  ['kind', 'card_difference', ['missing_here', 'missing_there', 'amount', 'currency', 'ledger']],
  ['verdict', 'decision', ['accept', 'refuse']],
  ['outcome', 'bank_file', ['executed', 'rejected', 'returned']],
  ['mode', 'provider_endpoint', ['live', 'sandbox']],
  ['invitation', 'staff', ['revoked']],
  ['mailTest', 'staff', ['sent', 'received']],
  ['by', 'staff', ['invitation', 'reset', 'setup']],
  ['factor', 'staff_session', ['authenticator', 'recovery']],
  ['channels', 'operation', ['sms', 'email']],
  ['role', 'user', ['owner']],
  ['redelivered', 'provider_endpoint', ['0'.repeat(32)]],
])('has words for every %s of a %s', (field, entity, values) => {
  setMessages(spanish)
  expect(fieldName(field)).not.toBe(field)
  for (const value of values) expect(valueText(field, value, entity)).not.toBe(value)
})

/** Ids, which the log leaves out, and parts of proposed prices, which are logged by product. */
const withoutWords = ['operation', 'dispute', 'credit', 'terms', 'isOwn']

it('has words for every field that a change of the provider writes into the log', () => {
  setMessages(spanish)
  const server = join(import.meta.dirname, '../../../server/provider')
  const written = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => [...readFileSync(join(server, name), 'utf8').matchAll(/\bafter(?::| =) \{([^{}]*)\}/g)])
    .flatMap(([, fields = '']) => fields.replaceAll(/\([^()]*\)/g, '').split(','))
    .flatMap((field) => /^\s*(\w+)/.exec(field)?.[1] ?? [])
  const nameless = [...new Set(written)].filter((field) => fieldName(field) === field)
  expect(written).toContain('overlapHours')
  expect(nameless.toSorted()).toEqual(withoutWords.toSorted())
})

it('says an amount in euros', () => expect(valueText('amount', 5_290).replace('\u00a0', ' ')).toBe('52,90 €'))

it('does not say the state of another thing in the words of people', () => {
  expect([valueText('state', 'active', 'campaign'), valueText('state', 'active')]).toEqual(['active', 'active'])
})
