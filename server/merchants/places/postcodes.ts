import { isPortuguesePostcode, isSpanishPostcode } from '#domain/platform/identifiers'
import type { AnswerOf } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { readTable } from './readTable.ts'

type Place = AnswerOf<Api['postcodes']>[number]
type PlaceWithoutCode = Omit<Place, 'code'>

/** The towns of a postcode; none for an unknown one. Refuses with ApiValidationException when malformed for that country. */
export const postcodes = async ({ query }: { query: { code: string; country: 'ES' | 'PT' } }): Promise<Place[]> => {
  const { code, country } = query
  if (!(country === 'ES' ? isSpanishPostcode(code) : isPortuguesePostcode(code))) {
    const example = text(`places.postcode.${country}`)
    throw new Refusal('ApiValidationException', { fields: [{ name: 'code', code: 'format', message: example }] })
  }
  const matches = country === 'ES' ? spain().get(code) : portugal().get(code.slice(0, 4))
  return (matches ?? []).map((place) => ({ code, ...place }))
}

/** The same, for a customer. */
export const checkoutPostcodes = postcodes

/** Codes of ISO 3166-2:PT; an island belongs to one of the two autonomous regions. */
const districts = [
  'Aveiro',
  'Beja',
  'Braga',
  'Bragança',
  'Castelo Branco',
  'Coimbra',
  'Évora',
  'Faro',
  'Guarda',
  'Leiria',
  'Lisboa',
  'Portalegre',
  'Porto',
  'Santarém',
  'Setúbal',
  'Viana do Castelo',
  'Vila Real',
  'Viseu',
]

let spanish: Map<string, PlaceWithoutCode[]> | undefined
let portuguese: Map<string, PlaceWithoutCode[]> | undefined

/** Municipalities by postcode. Read on first use. */
const spain = () =>
  (spanish ??= indexed('es_codigos_postales.csv', ([code = '', , city = '', stateCode = '', state = '', region = '']) => [
    code,
    { city, state, stateCode, region, country: 'ES' },
  ]))

const portugal = () =>
  (portuguese ??= indexed('pt_codigos_postais_cp4.csv', ([code = '', , city = '', district = '']) => [
    code,
    portuguesePlace(city, district),
  ]))

function portuguesePlace(city: string, district: string): PlaceWithoutCode {
  const at = districts.indexOf(district)
  if (at >= 0) return { city, state: district, stateCode: String(at + 1).padStart(2, '0'), region: 'Continente', country: 'PT' }
  const isMadeira = /Madeira|Porto Santo/.test(district)
  return { city, state: district, stateCode: isMadeira ? '30' : '20', region: isMadeira ? 'Madeira' : 'Açores', country: 'PT' }
}

function indexed(file: string, read: (cells: string[]) => [code: string, place: PlaceWithoutCode]): Map<string, PlaceWithoutCode[]> {
  const rows = new Map<string, PlaceWithoutCode[]>()
  for (const cells of readTable(file)) {
    const [code, place] = read(cells)
    const known = rows.get(code) ?? []
    if (!known.some((one) => one.city === place.city && one.state === place.state)) rows.set(code, [...known, place])
  }
  return rows
}
