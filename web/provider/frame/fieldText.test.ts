import { afterAll, expect, it } from 'vitest'
import { setMessages } from '../../platform/i18n/messages.ts'
import { valueText } from './fieldText.ts'

const words = {
  'people.state.active': 'Con acceso',
  'people.confirmation.declined': 'Rechazado',
  'bankFiles.outcome.executed': 'ejecutado',
  'bankFiles.outcome.returned': 'devuelto',
}
setMessages(words)
afterAll(() => setMessages({}))

it('says a state in the words of what it is the state of', () => {
  const said = (entity: string | null, state: string) => valueText('state', state, entity)
  expect(said('staff', 'active')).toBe(words['people.state.active'])
  expect(said('confirmation', 'declined')).toBe(words['people.confirmation.declined'])
  expect(said('settlement', 'booked')).toBe(words['bankFiles.outcome.executed'])
  expect(said('settlement', 'returned')).toBe(words['bankFiles.outcome.returned'])
})

it('does not say the state of another thing in the words of people', () => {
  expect([valueText('state', 'active', 'campaign'), valueText('state', 'active')]).toEqual(['active', 'active'])
})
