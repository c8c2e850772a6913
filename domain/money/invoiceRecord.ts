import { type LocalDate } from '../platform/dates.ts'

/** A record of the register of invoices (RD 1007/2023, Orden HAC/1177/2024): what its hash is computed from. Amounts in cents. */
export type InvoiceRecord = {
  /** That an invoice was issued (alta), or that it should not be in the register (anulación). */
  kind: 'registration' | 'annulment'
  issuerTaxId: string
  number: string
  /** F1: invoice; R1: rectifying invoice, of fees that changed after they were charged (LIVA art. 80.Dos). */
  type: 'F1' | 'R1'
  issuedOn: LocalDate
  taxCents: number
  totalCents: number
  /** Null: it is the first of its issuer. */
  previousHash: string | null
  recordedAt: Date
}

/** Euros with a decimal point and two decimals, as the tax office's format requires. */
export function decimalEuros(amountCents: number): string {
  const digits = String(Math.abs(amountCents)).padStart(3, '0')
  return `${amountCents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** `31-12-2026`, as the tax office's format requires. */
export const recordDay = (day: LocalDate): string => day.split('-').toReversed().join('-')

const madrid = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid', dateStyle: 'short', timeStyle: 'medium' })

/** `2026-12-31T19:20:30+01:00`: an instant in Madrid, in whole seconds, with its offset. */
export function recordInstant(at: Date): string {
  const local = madrid.format(at).replace(' ', 'T')
  const hours = Math.round((Date.parse(`${local}Z`) - at.getTime()) / 3_600_000)
  return `${local}+${String(hours).padStart(2, '0')}:00`
}

/** The text whose SHA-256 is the hash of a record ("Detalle de las especificaciones técnicas para generación de la huella", AEAT, version 0.1.2). */
export function hashedText(record: InvoiceRecord): string {
  const annulled = record.kind === 'annulment' ? 'Anulada' : ''
  return [
    `IDEmisorFactura${annulled}=${record.issuerTaxId}`,
    `NumSerieFactura${annulled}=${record.number}`,
    `FechaExpedicionFactura${annulled}=${recordDay(record.issuedOn)}`,
    ...(record.kind === 'annulment'
      ? []
      : [`TipoFactura=${record.type}`, `CuotaTotal=${decimalEuros(record.taxCents)}`, `ImporteTotal=${decimalEuros(record.totalCents)}`]),
    `Huella=${record.previousHash ?? ''}`,
    `FechaHoraHusoGenRegistro=${recordInstant(record.recordedAt)}`,
  ].join('&')
}

/** The tax office's page that checks an invoice, as in its QR code. */
export const checkAddress = ({
  issuerTaxId,
  number,
  issuedOn,
  totalCents,
}: Pick<InvoiceRecord, 'issuerTaxId' | 'number' | 'issuedOn' | 'totalCents'>): string =>
  `https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR?${new URLSearchParams({
    nif: issuerTaxId,
    numserie: number,
    fecha: recordDay(issuedOn),
    importe: decimalEuros(totalCents),
  }).toString()}`
