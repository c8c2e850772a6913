import { expect, it } from 'vitest'
import { fillTemplate, legalVariables, unknownVariables } from './legalTemplate.ts'

const figures = Object.fromEntries(legalVariables.map((name) => [name, `<${name}>`])) as Record<(typeof legalVariables)[number], string>

it('fillTemplate fills in every placeholder, with or without spaces', () => {
  expect(fillTemplate('TIN { tin }, TAE {tae}: {  total_amount }', figures)).toBe('TIN <tin>, TAE <tae>: <total_amount>')
  for (const name of legalVariables) expect(fillTemplate(`{${name}}`, figures)).toBe(`<${name}>`)
})

it('unknownVariables reports unknown placeholders, including names that every object has, and fillTemplate leaves them', () => {
  const text = '{ tin } { constructor } {toString} {} { TAE }'
  expect(unknownVariables(text)).toEqual(['constructor', 'toString', '', 'TAE'])
  expect(fillTemplate(text, figures)).toBe('<tin> { constructor } {toString} {} { TAE }')
})
