import { decimalEuros, recordDay, recordInstant } from '#domain/money/invoiceRecord'
import { localDate } from '#domain/platform/dates'
import { isTaxId } from '#domain/money/invoice'
import { type TaxName, taxNames } from '#domain/money/taxTerritory'
import type { Verifactu } from '../../platform/config/invoicingConfig.ts'
import { text } from '../../platform/calls/messages.ts'
import { invoiceOf, numberOf, type WholeInvoice } from './invoiceRow.ts'
import type { StoredRecord } from './writeRecord.ts'
import { tag, words } from './xml.ts'

const place = 'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws'

/** A record with its invoice, and the number and day of the record before. */
export type RecordWithInvoice = { record: StoredRecord; invoice: WholeInvoice; before: { number: string; issuedOn: string } | null }

const el = (name: string, ...children: readonly string[]) => tag(`sf:${name}`, ...children)

/** Records as a file for the tax office (SuministroLR), at most a thousand; sent by nobody but who downloads it. */
export function recordsXml(issuer: { name: string; taxId: string }, records: readonly RecordWithInvoice[], system: Verifactu): string {
  const head = tag('sfLR:Cabecera', el('ObligadoEmision', el('NombreRazon', words(issuer.name, 120)), el('NIF', issuer.taxId)))
  const all = records.map((one) => tag('sfLR:RegistroFactura', recordXml(one, system)))
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<sfLR:RegFactuSistemaFacturacion xmlns:sfLR="${place}/SuministroLR.xsd" xmlns:sf="${place}/SuministroInformacion.xsd">` +
    `${head}${all.join('')}</sfLR:RegFactuSistemaFacturacion>\n`
  )
}

const idOf = (taxId: string, number: string, issuedOn: string) => [
  el('IDEmisorFactura', taxId),
  el('NumSerieFactura', words(number, 60)),
  el('FechaExpedicionFactura', recordDay(localDate(issuedOn))),
]

const recordXml = (one: RecordWithInvoice, system: Verifactu): string =>
  one.record.kind === 'annulment' ? annulmentXml(one, system) : registrationXml(one, system)

/** That the record of an invoice does not hold; the invoice itself stays as it was issued. */
function annulmentXml({ record, invoice, before }: RecordWithInvoice, system: Verifactu): string {
  return el(
    'RegistroAnulacion',
    el('IDVersion', '1.0'),
    el(
      'IDFactura',
      el('IDEmisorFacturaAnulada', record.issuer_tax_id),
      el('NumSerieFacturaAnulada', words(record.invoice_number, 60)),
      el('FechaExpedicionFacturaAnulada', recordDay(localDate(record.issued_on))),
    ),
    linkXml(record, before),
    systemXml(record, invoice.issuer, system),
    ...hashXml(record),
  )
}

function registrationXml({ record, invoice: stored, before }: RecordWithInvoice, system: Verifactu): string {
  const { issuer, recipient, kind, periodTo } = invoiceOf(stored)
  const { issuer_tax_id: taxId } = record
  return el(
    'RegistroAlta',
    el('IDVersion', '1.0'),
    el('IDFactura', ...idOf(taxId, record.invoice_number, record.issued_on)),
    el('NombreRazonEmisor', words(issuer.name, 120)),
    el('TipoFactura', record.invoice_type),
    kind === 'rectifying' ? rectifiedXml(stored, taxId) : '',
    el('FechaOperacion', recordDay(localDate(periodTo))),
    el('DescripcionOperacion', words(text('invoices.file.record'), 500)),
    el('Destinatarios', el('IDDestinatario', el('NombreRazon', words(recipient.name, 120)), recipientId(recipient))),
    el('Desglose', ...breakdown(stored)),
    el('CuotaTotal', decimalEuros(Number(record.tax_cents))),
    el('ImporteTotal', decimalEuros(Number(record.total_cents))),
    linkXml(record, before),
    systemXml(record, issuer, system),
    ...hashXml(record),
  )
}

/** The record that it continues from. */
const linkXml = ({ issuer_tax_id: taxId, previous_hash: hash }: StoredRecord, before: RecordWithInvoice['before']): string =>
  el(
    'Encadenamiento',
    before === null
      ? el('PrimerRegistro', 'S')
      : el('RegistroAnterior', ...idOf(taxId, before.number, before.issuedOn), el('Huella', hash ?? '')),
  )

const hashXml = (record: StoredRecord): string[] => [
  el('FechaHoraHusoGenRegistro', recordInstant(record.recorded_at)),
  el('TipoHuella', '01'),
  el('Huella', record.hash),
]

/** A Spanish tax number, or the one of another country of the Union with its code (02: NIF-IVA). */
const recipientId = ({ taxId, country }: { taxId: string; country: string }) =>
  isTaxId(taxId)
    ? el('NIF', taxId)
    : el('IDOtro', el('CodigoPais', country), el('IDType', '02'), el('ID', `${country}${taxId.replace(/^[A-Z]{2}/, '')}`))

/** By differences (I), with the invoices that it rectifies. */
const rectifiedXml = ({ rectifies }: WholeInvoice, taxId: string) =>
  el('TipoRectificativa', 'I') +
  (rectifies.length === 0
    ? ''
    : el('FacturasRectificadas', ...rectifies.map((one) => el('IDFacturaRectificada', ...idOf(taxId, numberOf(one), one.issued_on)))))

const taxCodes: Readonly<Record<TaxName, string>> = { iva: '01', ipsi: '02', igic: '03' }

/** One entry for each tax, rate and kind: subject (S1), reverse charge in Spain (S2), not subject by place (N2), or exempt (E1). */
function breakdown(stored: WholeInvoice): string[] {
  const groups = Map.groupBy(stored.lines, (line) => `${taxCodes[taxNames[line.tax_territory]]}/${qualification(line)}/${line.vat_bps}`)
  return [...groups.values()].flatMap((of) => {
    const [first] = of
    if (!first) return []
    const base = decimalEuros(of.reduce((sum, line) => sum + line.base_cents, 0))
    const kind = qualification(first)
    const isCharged = kind === 'S1' || kind === 'S2'
    return el(
      'DetalleDesglose',
      el('Impuesto', taxCodes[taxNames[first.tax_territory]]),
      el('ClaveRegimen', '01'),
      kind === 'E1' ? el('OperacionExenta', kind) : el('CalificacionOperacion', kind),
      isCharged ? el('TipoImpositivo', decimalEuros(first.vat_bps ?? 0)) : '',
      el('BaseImponibleOimporteNoSujeto', base),
      isCharged ? el('CuotaRepercutida', decimalEuros(of.reduce((sum, line) => sum + line.vat_cents, 0))) : '',
    )
  })
}

function qualification({ tax_territory: territory, vat_bps: rate }: WholeInvoice['lines'][number]): 'S1' | 'S2' | 'N2' | 'E1' {
  if (territory === 'portugal') return 'N2'
  if (rate === null) return 'E1'
  return rate === 0 ? 'S2' : 'S1'
}

function systemXml(record: StoredRecord, issuer: { name: string; taxId: string }, { producer, installation }: Verifactu): string {
  const maker = producer ?? issuer
  return el(
    'SistemaInformatico',
    el('NombreRazon', words(maker.name, 120)),
    el('NIF', maker.taxId),
    el('NombreSistemaInformatico', 'Trastienda'),
    el('IdSistemaInformatico', 'TR'),
    el('Version', words(record.product_version, 50)),
    el('NumeroInstalacion', words(installation, 100)),
    el('TipoUsoPosibleSoloVerifactu', 'S'),
    el('TipoUsoPosibleMultiOT', 'N'),
    el('IndicadorMultiplesOT', 'N'),
  )
}
