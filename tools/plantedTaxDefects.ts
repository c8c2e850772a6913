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
    name: 'a forecast of settlements without the rounding of the tax',
    file: 'domain/money/settlementForecast.ts',
    find: 'settlementRounding(uninvoiced.filter(',
    replace: 'settlementRounding(uninvoiced.slice(0, 0).filter(',
    caughtBy: ['server/money/settlements/forecast.slow.test.ts', 'server/money/settlements/partition.slow.test.ts'],
  },
  {
    name: 'a next payment that forgets the refunds on hold',
    file: 'server/money/settlements/readForecast.ts',
    find: '...refunds.map(({ line }) => line)]',
    replace: '...(until === null ? [] : refunds.map(({ line }) => line))]',
    caughtBy: ['server/money/settlements/forecast.slow.test.ts'],
  },
]
