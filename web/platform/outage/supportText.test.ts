import { expect, it } from 'vitest'
import { ApiFailure } from '../api/apiFailure.ts'
import { supportText } from './supportText.ts'

const facts = {
  screen: 'operation',
  mode: 'live',
  now: Date.UTC(2026, 10, 22, 16, 5),
  steps: [
    { at: Date.UTC(2026, 10, 22, 16, 4, 58), what: 'page operation' },
    { at: Date.UTC(2026, 10, 22, 16, 4, 59), what: 'operationRefund: 409 StaleAmount' },
  ],
}

it('contains reference, type, screen and steps, and nothing personal from the error message', () => {
  const failure = new ApiFailure({
    status: 409,
    type: 'StaleAmount',
    message: 'Ana Núñez (ana@tienda.es) ya cobró 40,00 €',
    requestId: 'req-1',
  })
  const text = supportText(failure, facts)
  for (const part of ['req-1', '409 StaleAmount', 'operation (live)', '22.11.2026, 17:05', '16:04:59 operationRefund: 409 StaleAmount'])
    expect(text).toContain(part)
  expect(text).not.toMatch(/ana|núñez|40,00/i)
})

it('contains only the type of an error that is not an API answer', () => {
  expect(supportText(new TypeError('cannot read ana@tienda.es'), facts)).toContain('TypeError')
  expect(supportText(new TypeError('cannot read ana@tienda.es'), facts)).not.toContain('ana')
  expect(supportText('ana@tienda.es', facts)).not.toContain('ana')
})
