import { expect, it } from 'vitest'
import { toTitleCase, companyValuesIn } from './companyPapers.ts'
import { paperOf } from '../../testing/testPaper.ts'

const read = (...texts: string[]) =>
  Object.fromEntries(companyValuesIn(paperOf(...texts)).map(({ field, value, at }) => [field, [value, at.line]]))

it('companyValuesIn reads the tax agency’s card', () =>
  expect(
    read(
      'AGENCIA TRIBUTARIA  TARJETA ACREDITATIVA DEL NÚMERO DE IDENTIFICACIÓN FISCAL',
      'Número de Identificación Fiscal Definitivo  B-1234567-4',
      'Denominación o Razón Social',
      'MUEBLES DEL SUR S.L.',
      'Domicilio Social: CALLE DE LA FERIA 12, BAJO  41003 SEVILLA (SEVILLA)',
    ),
  ).toEqual({
    cif: ['B12345674', 2],
    name: ['Muebles del Sur S.L.', 4],
    'address.street': ['Calle de la Feria 12, Bajo', 5],
    'address.postcode': ['41003', 5],
    'address.city': ['Sevilla', 5],
  }))

it('companyValuesIn reads a registry note and a tax form', () =>
  expect(
    read(
      'Inscrita en el Registro Mercantil de Sevilla al Tomo 5.432, Folio 87, Hoja n.º SE-98765, inscripción 1ª',
      'Fecha de constitución: 3/5/2019',
      'CNAE 2025: 4759',
    ),
  ).toEqual({
    incorporationDate: ['2019-05-03', 2],
    cnae: ['47.59', 3],
    'registryData.province': ['Sevilla', 1],
    'registryData.volume': ['5.432', 1],
    'registryData.page': ['87', 1],
    'registryData.sheet': ['SE-98765', 1],
  }))

it('companyValuesIn ignores a number that is no CIF, an invalid date, a postcode of no province', () =>
  expect(read('NIF B12345678', 'Fecha de constitución 31/02/2019', '99999 Ningunaparte', 'Razón social:')).toEqual({}))

it('toTitleCase converts capitals and leaves other words unchanged', () => {
  expect(toTitleCase('PANADERÍA LA ESPIGA Y EL SOL S.L.U.')).toBe('Panadería la Espiga y el Sol S.L.U.')
  expect(toTitleCase('iKasa Móviles')).toBe('iKasa Móviles')
})
