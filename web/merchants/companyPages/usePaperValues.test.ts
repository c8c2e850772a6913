import { expect, it } from 'vitest'
import { paperOf } from '#domain/testing/testPaper'
import { valuesOf } from './usePaperValues.ts'

const card = paperOf('Número de Identificación Fiscal Definitivo  B-1234567-4', 'Denominación o Razón Social', 'MUEBLES DEL SUR S.L.')
const deed = paperOf(
  'Inscrita en el Registro Mercantil de Sevilla al Tomo 5.432, Folio 87, Hoja n.º SE-98765',
  'Denominación o Razón Social',
  'OTRA CASA S.L.',
)

it('fills the form from several documents: of two values of a field that of the more reliable document, and says which have no text', () => {
  const { values, unread } = valuesOf([
    { paper: 'cif', lines: card },
    { paper: 'deeds_or_taxid', lines: deed },
    { paper: 'tax_agency_certificate', lines: [] },
  ])
  const of = (field: string) => values.filter((one) => one.field === field).map(({ value, paper }) => [value, paper])
  expect(of('name')).toEqual([['Muebles del Sur S.L.', 'cif']])
  expect(of('registryData.sheet')).toEqual([['SE-98765', 'deeds_or_taxid']])
  expect(unread).toEqual(['tax_agency_certificate'])
  const turned = valuesOf([
    { paper: 'deeds_or_taxid', lines: deed },
    { paper: 'cif', lines: card },
  ])
  expect(turned.values.find(({ field }) => field === 'name')).toMatchObject({ paper: 'deeds_or_taxid', value: 'Otra Casa S.L.' })
})
