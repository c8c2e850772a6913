import { describe, expect, it } from 'vitest'
import { postcodes } from './postcodes.ts'

const of = (code: string, country: 'ES' | 'PT' = 'ES') => postcodes({ query: { code, country } })

describe('postcodes', () => {
  it('finds the town of a Spanish postcode with its province and region', async () => {
    expect(await of('01001')).toEqual([
      { code: '01001', city: 'Vitoria-Gasteiz', state: 'Araba/Álava', stateCode: '01', region: 'País Vasco', country: 'ES' },
    ])
  })

  it('finds every town of a shared postcode, each once', async () => {
    const cities = (await of('03650')).map((place) => place.city)
    expect(cities).toContain('Pinós, el/Pinoso')
    expect(new Set(cities).size).toBe(cities.length)
    expect((await of('28001')).map((place) => place.city)).toEqual(['Madrid'])
  })

  it('finds a Portuguese postcode by its first four digits, islands too', async () => {
    expect(await of('1000-001', 'PT')).toEqual([
      { code: '1000-001', city: 'Lisboa', state: 'Lisboa', stateCode: '11', region: 'Continente', country: 'PT' },
    ])
    expect((await of('9000-001', 'PT'))[0]).toMatchObject({ state: 'Ilha da Madeira', stateCode: '30', region: 'Madeira' })
    expect((await of('9500-001', 'PT'))[0]).toMatchObject({ state: 'Ilha de São Miguel', stateCode: '20', region: 'Açores' })
  })

  it('finds nothing for an unknown postcode', async () => {
    expect(await of('52999')).toEqual([])
  })

  it.each([
    ['00043', 'ES'],
    ['53001', 'ES'],
    ['2800', 'ES'],
    ['1000-001', 'ES'],
    ['1000001', 'PT'],
    ['28001', 'PT'],
    ['', 'ES'],
  ] as const)('refuses %j as a postcode of %s and shows what one looks like', async (code, country) => {
    await expect(of(code, country)).rejects.toMatchObject({
      type: 'ApiValidationException',
      fields: [{ name: 'code', code: 'format', message: expect.stringContaining(country === 'ES' ? '28001' : '1000-001') }],
    })
  })
})
