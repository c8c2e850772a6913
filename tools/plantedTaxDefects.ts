import type { PlantedDefect } from './plantedDefect.ts'

/** Defects in the tax on fees, and in what invoices say of it. */
export const taxDefects: readonly PlantedDefect[] = [
  {
    name: 'a company that moves is charged the other tax at once, instead of after midnight',
    file: 'domain/money/taxTerritory.ts',
    find: 'if (one.untilOn >= day && ',
    replace: 'if (one.untilOn > day && ',
    caughtBy: ['domain/money/taxTerritory.test.ts', 'server/merchants/company/company.test.ts'],
  },
  {
    name: 'an operation in Canarias with the tax of the peninsula',
    file: 'server/sales/lifecycle/offers.ts',
    find: '({ ...offer, vatRate: rate, taxTerritory: territory })',
    replace: '({ ...offer, taxTerritory: territory })',
    caughtBy: ['server/merchants/company/company.test.ts'],
  },
  {
    name: 'an invoice that adds IGIC to IVA',
    file: 'domain/money/invoice.ts',
    find: 'const name = `${one.concept}/${one.territory}/${one.vatRate}`',
    replace: 'const name = `${one.concept}/${one.vatRate}`',
    caughtBy: ['domain/money/taxTerritory.test.ts'],
  },
  {
    name: 'a minimum fee with the tax of the peninsula for every shop',
    file: 'server/money/ledger/minimumFeesDue.ts',
    find: 'charged.get(month) ?? ZERO, tax.rate)',
    replace: 'charged.get(month) ?? ZERO, 2_100 as typeof tax.rate)',
    caughtBy: ['server/money/invoices/taxes.test.ts'],
  },
  {
    name: 'a record of the register of invoices whose hash leaves out the one before',
    file: 'domain/money/invoiceRecord.ts',
    find: "`Huella=${record.previousHash ?? ''}`",
    replace: '`Huella=`',
    caughtBy: ['domain/money/invoiceRecord.test.ts', 'server/money/invoices/register.test.ts'],
  },
  {
    name: 'an invoice that says nothing of a reverse charge',
    file: 'server/money/invoices/invoicePdf.ts',
    find: 'vatRate === 0 ? [taxTerritory] : []',
    replace: 'vatRate === -1 ? [taxTerritory] : []',
    caughtBy: ['server/money/invoices/taxes.test.ts', 'server/money/invoices/invoicePdf.test.ts'],
  },
  {
    name: 'an annulment whose hash is computed as that of a registration',
    file: 'domain/money/invoiceRecord.ts',
    find: "const annulled = record.kind === 'annulment' ? 'Anulada' : ''",
    replace: "const annulled = ''",
    caughtBy: ['domain/money/invoiceRecord.test.ts', 'server/money/invoices/register.test.ts'],
  },
  {
    name: 'a record of the register that does not move the end of its chain',
    file: 'server/money/invoices/writeRecord.ts',
    find: 'set last_sequence = ${sequence}, last_hash = ${hash},',
    replace: 'set last_sequence = ${sequence}, last_hash = coalesce(last_hash, ${hash}),',
    caughtBy: ['server/money/invoices/register.test.ts'],
  },
  {
    name: 'a proof that does not look at the hashes before',
    file: 'server/money/ledger/invoiceProofs.ts',
    find: 'where r.sequence <> r.before + 1 or r.previous_hash is distinct from r.hash_before or',
    replace: 'where',
    caughtBy: ['server/money/invoices/register.test.ts'],
  },
  {
    name: 'a signature of a Facturae file that leaves out the invoice',
    file: 'server/money/invoices/signFacturae.ts',
    find: "signed.addReference({ xpath: '/*', isEmptyUri: true, id: 'Invoice', transforms: [enveloped, canonical], digestAlgorithm })",
    replace: '',
    caughtBy: ['server/money/invoices/signFacturae.test.ts'],
  },
  {
    name: 'a Facturae file that is signed with an expired certificate',
    file: 'server/money/invoices/invoiceFile.ts',
    find: 'invoicing.signer && canSign(invoicing.signer, now()) ?',
    replace: 'invoicing.signer ?',
    caughtBy: ['server/money/invoices/signFacturae.test.ts'],
  },
]
