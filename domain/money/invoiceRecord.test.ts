import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkAddress, decimalEuros, hashedText, type InvoiceRecord, recordInstant } from './invoiceRecord.ts'
import { localDate } from '../platform/dates.ts'

const hashOf = (record: InvoiceRecord) => createHash('sha256').update(hashedText(record)).digest('hex').toUpperCase()

// The examples of "Detalle de las especificaciones técnicas para generación de la huella o hash de los registros de facturación" (AEAT, version 0.1.2, 27.08.2024).
test('the hash of a record is that of the tax office’s own examples: the first, the next, and the annulment of that', () => {
  const first: InvoiceRecord = {
    kind: 'registration',
    issuerTaxId: '89890001K',
    number: '12345678/G33',
    type: 'F1',
    issuedOn: localDate('2024-01-01'),
    taxCents: 1_235,
    totalCents: 12_345,
    previousHash: null,
    recordedAt: new Date('2024-01-01T19:20:30+01:00'),
  }
  expect(hashedText(first)).toBe(
    'IDEmisorFactura=89890001K&NumSerieFactura=12345678/G33&FechaExpedicionFactura=01-01-2024&TipoFactura=F1&CuotaTotal=12.35&ImporteTotal=123.45&Huella=&FechaHoraHusoGenRegistro=2024-01-01T19:20:30+01:00',
  )
  expect(hashOf(first)).toBe('3C464DAF61ACB827C65FDA19F352A4E3BDC2C640E9E9FC4CC058073F38F12F60')
  const second = { ...first, number: '12345679/G34', previousHash: hashOf(first), recordedAt: new Date('2024-01-01T19:20:35+01:00') }
  expect(hashOf(second)).toBe('F7B94CFD8924EDFF273501B01EE5153E4CE8F259766F88CF6ACB8935802A2B97')
  const annulled: InvoiceRecord = {
    ...second,
    kind: 'annulment',
    previousHash: hashOf(second),
    recordedAt: new Date('2024-01-01T19:20:40+01:00'),
  }
  expect(hashedText(annulled)).toBe(
    'IDEmisorFacturaAnulada=89890001K&NumSerieFacturaAnulada=12345679/G34&FechaExpedicionFacturaAnulada=01-01-2024&Huella=F7B94CFD8924EDFF273501B01EE5153E4CE8F259766F88CF6ACB8935802A2B97&FechaHoraHusoGenRegistro=2024-01-01T19:20:40+01:00',
  )
  expect(hashOf(annulled)).toBe('177547C0D57AC74748561D054A9CEC14B4C4EA23D1BEFD6F2E69E3A388F90C68')
})

test('instants are in Madrid with their offset, amounts have two decimals and a sign', () => {
  expect(
    ['2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z', '2026-10-25T00:59:59Z', '2026-10-25T01:00:00Z'].map((at) =>
      recordInstant(new Date(at)),
    ),
  ).toEqual(['2026-03-29T01:59:59+01:00', '2026-03-29T03:00:00+02:00', '2026-10-25T02:59:59+02:00', '2026-10-25T02:00:00+01:00'])
  expect([0, 5, -5, 123_456, -1_005].map(decimalEuros)).toEqual(['0.00', '0.05', '-0.05', '1234.56', '-10.05'])
})

test('the address of the check has the fields of the QR code', () => {
  expect(checkAddress({ issuerTaxId: 'A00000000', number: 'F-2026-000123', issuedOn: localDate('2026-11-01'), totalCents: 133_204 })).toBe(
    'https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR?nif=A00000000&numserie=F-2026-000123&fecha=01-11-2026&importe=1332.04',
  )
})
