import { isSpanishPostcode } from '#domain/platform/identifiers'
import { isTaxId } from '#domain/money/invoice'
import type { TaxTerritory } from '#domain/money/taxTerritory'
import { ConfigProblem } from '../database/configProblem.ts'
import { type Signer, signerOf, signingSettings } from './signingCertificate.ts'

/** The settings of invoices to shops: default and description. */
export const invoicingSettings = {
  INVOICE_ISSUER_TAX_ID: ['', "The provider's NIF on invoices to shops; without it and its address only demo shops are invoiced"],
  INVOICE_ISSUER_ADDRESS: ['', "Street and number of the provider's address on invoices"],
  INVOICE_ISSUER_POSTCODE: ['', 'Its postcode, five digits'],
  INVOICE_ISSUER_CITY: ['', 'Its town'],
  INVOICE_ISSUER_PROVINCE: ['', 'Its province'],
  INVOICE_SERIES: ['F', 'Series of invoices, as F-2026-000123'],
  INVOICE_RECTIFYING_SERIES: ['R', 'Series of rectifying invoices'],
  INVOICE_EXEMPTION: ['art. 20.Uno.18.º LIVA', 'Why interest that a shop takes on bears no VAT, as printed'],
  INVOICE_EXEMPTION_IGIC: ['art. 50.Uno.18.º Ley 4/2012', 'The same for IGIC, charged to shops in Canarias'],
  INVOICE_EXEMPTION_IPSI: ['art. 7.Uno Ley 8/1991', 'The same for IPSI, charged to shops in Ceuta and Melilla'],
  INVOICE_EXEMPTION_PORTUGAL: ['no sujeta en España, art. 69.Uno.1.º LIVA', 'The same for shops in Portugal with a VAT number'],
  ...signingSettings,
  VERIFACTU: ['off', 'on: each invoice is entered in the register of RD 1007/2023, with its QR code; docs/verifactu.md'],
  VERIFACTU_PRODUCER_NAME: ['', "Who made this installation's software, in the register; by default the provider itself"],
  VERIFACTU_PRODUCER_TAX_ID: ['', 'The NIF of VERIFACTU_PRODUCER_NAME'],
  VERIFACTU_INSTALLATION: ['1', 'Number of this installation in the register'],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

type SettingName = keyof typeof invoicingSettings
type Read = (name: SettingName) => string

/** The issuer of invoices for the fees deducted from settlements; its name is the brand's legal name. Always Spanish (country ES). */
type Issuer = { taxId: string; address: string; postcode: string; city: string; province: string }

/** The software that makes the register, as its records name it. */
export type Verifactu = { producer: { name: string; taxId: string } | null; installation: string }

export type Invoicing = {
  /** Null: only demo shops are invoiced. */
  issuer: Issuer | null
  series: string
  rectifyingSeries: string
  /** Why interest that a shop takes on bears no tax, as printed, by territory. */
  exemptions: Readonly<Record<TaxTerritory, string>>
  /** Null: there is no register of invoices. */
  verifactu: Verifactu | null
  /** Signs Facturae files; null: they are not signed. */
  signer: Signer | null
}

const refuse = (name: SettingName, value: string, wanted: string) => new ConfigProblem(`${name}="${value}" is not ${wanted}.`)

function issuerOf(read: Read): Issuer | null {
  const names = [
    'INVOICE_ISSUER_TAX_ID',
    'INVOICE_ISSUER_ADDRESS',
    'INVOICE_ISSUER_POSTCODE',
    'INVOICE_ISSUER_CITY',
    'INVOICE_ISSUER_PROVINCE',
  ] as const
  const missing = names.find((name) => read(name) === '')
  const [taxId, address, postcode, city, province] = names.map(read) as [string, string, string, string, string] // as many as there are names
  if (missing !== undefined) {
    if (names.every((name) => read(name) === '')) return null
    throw new ConfigProblem(`${missing} is missing: invoices name the provider with NIF and whole address.`)
  }
  if (!isTaxId(taxId)) throw refuse('INVOICE_ISSUER_TAX_ID', taxId, 'a Spanish NIF')
  if (!isSpanishPostcode(postcode)) throw refuse('INVOICE_ISSUER_POSTCODE', postcode, 'a Spanish postcode')
  return { taxId, address, postcode, city, province }
}

function verifactuOf(read: Read, hasIssuer: boolean): Verifactu | null {
  const setting = read('VERIFACTU')
  if (setting !== 'on' && setting !== 'off') throw refuse('VERIFACTU', setting, '"on" or "off"')
  if (setting === 'off') return null
  if (!hasIssuer) throw new ConfigProblem('VERIFACTU=on needs the provider as issuer: INVOICE_ISSUER_TAX_ID and its address.')
  const [name, taxId, installation] = [read('VERIFACTU_PRODUCER_NAME'), read('VERIFACTU_PRODUCER_TAX_ID'), read('VERIFACTU_INSTALLATION')]
  if ((name === '') !== (taxId === '')) throw new ConfigProblem('VERIFACTU_PRODUCER_NAME and VERIFACTU_PRODUCER_TAX_ID go together.')
  if (taxId !== '' && !isTaxId(taxId)) throw refuse('VERIFACTU_PRODUCER_TAX_ID', taxId, 'a Spanish NIF')
  if (!/^[\w.-]{1,100}$/.test(installation)) throw refuse('VERIFACTU_INSTALLATION', installation, 'one to 100 letters and digits')
  return { producer: name === '' ? null : { name, taxId }, installation }
}

/** Reads the settings of invoices. Throws ConfigProblem for an invalid or incomplete issuer. */
export function invoicingOf(read: Read): Invoicing {
  const series = (name: 'INVOICE_SERIES' | 'INVOICE_RECTIFYING_SERIES') => {
    if (!/^[A-Z0-9]{1,8}$/.test(read(name))) throw refuse(name, read(name), 'one to eight capital letters and digits')
    return read(name)
  }
  const issuer = issuerOf(read)
  const invoicing = {
    issuer,
    verifactu: verifactuOf(read, issuer !== null),
    signer: signerOf(read),
    series: series('INVOICE_SERIES'),
    rectifyingSeries: series('INVOICE_RECTIFYING_SERIES'),
    exemptions: {
      peninsula: read('INVOICE_EXEMPTION'),
      canarias: read('INVOICE_EXEMPTION_IGIC'),
      ceuta: read('INVOICE_EXEMPTION_IPSI'),
      melilla: read('INVOICE_EXEMPTION_IPSI'),
      portugal: read('INVOICE_EXEMPTION_PORTUGAL'),
    },
  }
  // The law requires a separate series for rectifying invoices (RD 1619/2012 art. 6.1.a).
  if (invoicing.series === invoicing.rectifyingSeries)
    throw refuse('INVOICE_RECTIFYING_SERIES', invoicing.rectifyingSeries, 'another series than INVOICE_SERIES')
  return invoicing
}
