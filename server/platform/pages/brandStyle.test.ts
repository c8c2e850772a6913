import { readFileSync } from 'node:fs'
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
    expect(style.status).toBe(200)
    expect(style.raw).toMatch(/^:root:root\{--blue-600:#0b5d3b;/)
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8')
    await server.close()
    expect([brandStyle({}), brandStyle({ 'gray-100': '#ffffff' })]).toEqual(['', ':root:root{--gray-100:#ffffff}'])
  })
  it('takes the place of every blue of the built palette, in both themes', () => {
    const tokens = readFileSync(new URL('../../../web/platform/styles/tokens.css', import.meta.url), 'utf8')
    const style = brandStyle({ 'blue-600': '#0b5d3b' })
    const built = [...tokens.matchAll(/--([\w-]+): (light-dark\(var\(--blue-\d+\), )?oklch\(([\d.]+) ([\d.]+) 264\)/g)]
    expect(built).toHaveLength(tokens.match(/ 264\)/g)?.length ?? 0)
    for (const [, name = '', dark = '', lightness, chroma] of built.filter(([, one]) => one !== 'blue-600'))
      expect(style, name).toContain(
        `--${name}:${dark.replace(', ', ',')}oklch(from #0b5d3b ${Number(lightness)} min(c,${Number(chroma)}) h)`,
      )
  })
})
