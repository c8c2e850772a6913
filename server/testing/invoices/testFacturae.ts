/** A parsed element: text or children, in order. */
export type XmlElement = { name: string; text: string; children: XmlElement[] }

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** Parses XML as we write it: elements and text, no attributes but the root's. Throws if it is not well formed. */
export function readXml(source: string): XmlElement {
  const root: XmlElement = { name: '', text: '', children: [] }
  const open = [root]
  const rest = source.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  for (const [, closing, name = '', text = ''] of rest.matchAll(/<(\/?)([\w:]+)(?:\s[^<>]*)?>([^<]*)/g)) {
    const top = open.at(-1)
    if (!top) throw new Error(`no open element at ${name}`)
    if (closing === '/') {
      if (top.name !== name) throw new Error(`${name} closes ${top.name}`)
      open.pop()
    } else {
      if (/&(?!amp;|lt;|gt;|quot;)/.test(text)) throw new Error(`unescaped & in ${name}`)
      const element = { name, text: text.replace(/&\w+;/g, (entity) => entities[entity] ?? entity), children: [] }
      top.children.push(element)
      open.push(element)
    }
  }
  const [only] = root.children
  if (open.length !== 1 || root.children.length !== 1 || !only) throw new Error('not a single complete document')
  return only
}

/**
 * The part of the schema of Facturae 3.2.2 that we write, from the published schema (Orden HAP/1650/2015): the children of each
 * element in order, `?` optional, `+` repeatable, `|` alternatives; or the pattern of its text.
 */
const schema: Readonly<Record<string, string | RegExp>> = {
  'fe:Facturae': 'FileHeader Parties Invoices',
  FileHeader: 'SchemaVersion Modality InvoiceIssuerType Batch',
  SchemaVersion: /^3\.2\.2$/,
  Modality: /^[IL]$/,
  InvoiceIssuerType: /^(EM|RE|TE)$/,
  Batch: 'BatchIdentifier InvoicesCount TotalInvoicesAmount TotalOutstandingAmount TotalExecutableAmount InvoiceCurrencyCode',
  BatchIdentifier: /^.{1,70}$/,
  InvoicesCount: /^1$/,
  TotalInvoicesAmount: 'TotalAmount',
  TotalAmount: /^-?\d+\.\d{2}$/,
  InvoiceCurrencyCode: /^EUR$/,
  Parties: 'SellerParty BuyerParty',
  SellerParty: 'TaxIdentification LegalEntity|Individual',
  BuyerParty: 'TaxIdentification LegalEntity|Individual',
  TaxIdentification: 'PersonTypeCode ResidenceTypeCode TaxIdentificationNumber',
  PersonTypeCode: /^[FJ]$/,
  ResidenceTypeCode: /^[REU]$/,
  TaxIdentificationNumber: /^.{3,30}$/,
  LegalEntity: 'CorporateName AddressInSpain|OverseasAddress',
  CorporateName: /^.{1,80}$/,
  Individual: 'Name FirstSurname SecondSurname? AddressInSpain|OverseasAddress',
  Name: /^.{1,40}$/,
  FirstSurname: /^.{1,40}$/,
  SecondSurname: /^.{1,40}$/,
  AddressInSpain: 'Address PostCode Town Province CountryCode',
  OverseasAddress: 'Address PostCodeAndTown Province CountryCode',
  Address: /^.{1,80}$/,
  PostCode: /^\d{5}$/,
  PostCodeAndTown: /^.{1,50}$/,
  Town: /^.{1,50}$/,
  Province: /^.{1,20}$/,
  CountryCode: /^(ESP|PRT)$/,
  Invoices: 'Invoice',
  Invoice: 'InvoiceHeader InvoiceIssueData TaxesOutputs InvoiceTotals Items PaymentDetails? LegalLiterals? AdditionalData?',
  InvoiceHeader: 'InvoiceNumber InvoiceSeriesCode? InvoiceDocumentType InvoiceClass Corrective?',
  InvoiceNumber: /^.{1,20}$/,
  InvoiceSeriesCode: /^.{1,20}$/,
  InvoiceDocumentType: /^FC$/,
  InvoiceClass: /^O[OR]$/,
  Corrective:
    'InvoiceNumber? InvoiceSeriesCode? ReasonCode ReasonDescription TaxPeriod CorrectionMethod CorrectionMethodDescription AdditionalReasonDescription?',
  ReasonCode: /^16$/,
  ReasonDescription: /^Base imponible$/,
  TaxPeriod: 'StartDate EndDate',
  CorrectionMethod: /^02$/,
  CorrectionMethodDescription: /^Rectificación por diferencias$/,
  AdditionalReasonDescription: /^.{1,2500}$/,
  StartDate: /^\d{4}-\d\d-\d\d$/,
  EndDate: /^\d{4}-\d\d-\d\d$/,
  InvoiceIssueData: 'IssueDate InvoicingPeriod? InvoiceCurrencyCode TaxCurrencyCode LanguageName',
  IssueDate: /^\d{4}-\d\d-\d\d$/,
  InvoicingPeriod: 'StartDate EndDate',
  TaxCurrencyCode: /^EUR$/,
  LanguageName: /^es$/,
  TaxesOutputs: 'Tax+',
  Tax: 'TaxTypeCode TaxRate TaxableBase TaxAmount?',
  TaxTypeCode: /^01$/,
  TaxRate: /^\d+\.\d{2}$/,
  TaxableBase: 'TotalAmount',
  TaxAmount: 'TotalAmount',
  InvoiceTotals:
    'TotalGrossAmount TotalGrossAmountBeforeTaxes TotalTaxOutputs TotalTaxesWithheld InvoiceTotal TotalOutstandingAmount TotalExecutableAmount',
  TotalGrossAmount: /^-?\d+\.\d{2}$/,
  TotalGrossAmountBeforeTaxes: /^-?\d+\.\d{2}$/,
  TotalTaxOutputs: /^-?\d+\.\d{2}$/,
  TotalTaxesWithheld: /^0\.00$/,
  InvoiceTotal: /^-?\d+\.\d{2}$/,
  Items: 'InvoiceLine+',
  InvoiceLine:
    'ItemDescription Quantity UnitOfMeasure? UnitPriceWithoutTax TotalCost GrossAmount TaxesOutputs LineItemPeriod? SpecialTaxableEvent?',
  ItemDescription: /^.{1,2500}$/,
  Quantity: /^1$/,
  UnitOfMeasure: /^0[1-9]$/,
  UnitPriceWithoutTax: /^-?\d+\.\d{2}$/,
  TotalCost: /^-?\d+\.\d{2}$/,
  GrossAmount: /^-?\d+\.\d{2}$/,
  LineItemPeriod: 'StartDate EndDate',
  SpecialTaxableEvent: 'SpecialTaxableEventCode SpecialTaxableEventReason',
  SpecialTaxableEventCode: /^01$/,
  SpecialTaxableEventReason: /^.{1,2500}$/,
  PaymentDetails: 'Installment+',
  Installment: 'InstallmentDueDate InstallmentAmount PaymentMeans',
  InstallmentDueDate: /^\d{4}-\d\d-\d\d$/,
  InstallmentAmount: /^-?\d+\.\d{2}$/,
  PaymentMeans: /^14$/,
  LegalLiterals: 'LegalReference+',
  LegalReference: /^.{1,250}$/,
  AdditionalData: 'InvoiceAdditionalInformation?',
  InvoiceAdditionalInformation: /^.{1,2500}$/,
}

/** The same name is an amount in the batch and a plain number among the totals. */
const sums = new Set(['TotalOutstandingAmount', 'TotalExecutableAmount'])

/** Schema violations of an element and its descendants, as sentences. */
export function schemaProblems({ name, text, children }: XmlElement, parent = ''): string[] {
  const rule = sums.has(name) ? (parent === 'Batch' ? 'TotalAmount' : /^-?\d+\.\d{2}$/) : schema[name]
  if (rule === undefined) return [`${parent} may not hold ${name}`]
  if (rule instanceof RegExp) return children.length > 0 || !rule.test(text) ? [`${name} is "${text}"`] : []
  const expected = new RegExp(
    `^${rule
      .split(' ')
      .map((part) => {
        const [, names = '', many = ''] = /^([^?+]+)([?+]?)$/.exec(part) ?? []
        return `(?:(?:${names}) )${many}`
      })
      .join('')}$`,
  )
  const order = children.map((child) => `${child.name} `).join('')
  return [...(expected.test(order) ? [] : [`${name} holds ${order}`]), ...children.flatMap((child) => schemaProblems(child, name))]
}
