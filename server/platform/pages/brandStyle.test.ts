import { describe, expect, it } from 'vitest'
import { brandStyle, contrastProblem, isPaletteName } from './brandStyle.ts'
import { startTestServer } from '../../testing/testServices.ts'

describe('a brand’s palette', () => {
  it('may name black, white and the six hues in nine shades', () => {
    expect(['black', 'white', 'blue-600', 'gray-100', 'yellow-900'].every(isPaletteName)).toBe(true)
    expect(['accent', 'blue', 'blue-650', 'blue-1000', 'teal-500', 'white-100', 'blue-600-x', '__proto__'].some(isPaletteName)).toBe(false)
  })
  it('is refused, naming the pair, when text would have too little contrast', () => {
    expect(contrastProblem({})).toBeUndefined()
    expect(contrastProblem({ 'blue-600': '#0b5d3b', 'blue-700': '#08402a' })).toBeUndefined()
    expect(contrastProblem({ 'blue-600': '#7fb2ff' })).toMatch(
      /^white \(#ffffff\) on blue-600 \(#7fb2ff\) has contrast 2\.\d\d, below 4\.5$/,
    )
  })
  it('is served to every page as a style sheet, and to none without a brand', async () => {
    const server = await startTestServer({
      config: {
        brand: {
          name: 'Paga',
          vendor: 'paga',
          legalName: 'Paga',
          supportEmail: 'a@b.test',
          supportPhone: '',
          colours: { 'blue-600': '#0b5d3b' },
        },
      },
    })
    const style = await server.send('GET', '/brand.css')
    expect(style).toMatchObject({ status: 200, raw: ':root:root{--blue-600:#0b5d3b}' })
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8')
    await server.close()
    expect(brandStyle({})).toBe('')
  })
})
