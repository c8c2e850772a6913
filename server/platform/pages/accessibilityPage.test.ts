import { expect, it } from 'vitest'
import { accessibilityPage } from './plainPage.ts'

const brand = {
  name: 'Tra<b>',
  vendor: 'x',
  legalName: 'Trastienda & Cía.',
  supportEmail: 'ayuda@trastienda.test',
  supportPhone: '900 000 000',
  colours: {},
}

it('states the product’s conformance, its gaps, and the contact', () => {
  const page = accessibilityPage(brand)
  for (const words of [
    'Real Decreto 1112/2018',
    'parcialmente conforme',
    'no llevan etiquetas',
    'lectores de pantalla',
    'mailto:ayuda@trastienda.test',
    '900 000 000',
  ])
    expect(page).toContain(words)
  expect(page).toContain('Tra&lt;b&gt;')
  expect(page).toContain('Trastienda &amp; Cía.')
  expect(page).not.toMatch(/<script|\{\w+\}|<b>/)
})

it('omits contacts that an installation does not have', () => {
  const page = accessibilityPage({ ...brand, supportEmail: '', supportPhone: '' })
  expect(page).not.toMatch(/mailto|<dt>/)
})
