import type { PlantedDefect } from './plantedDefect.ts'

/** Files that are downloaded and say another amount or day than the screens. */
export const fileDefects: readonly PlantedDefect[] = [
  {
    name: 'cents in a spreadsheet read as euros',
    file: 'server/platform/files/xlsxBook.ts',
    find: "<v>${csvAmount(cell).replace(',', '.')}</v>",
    replace: '<v>${cell}</v>',
    caughtBy: ['server/platform/files/xlsxBook.slow.test.ts', 'server/money/settlements/settlements.slow.test.ts'],
  },
  {
    name: 'a spreadsheet whose days are one off',
    file: 'server/platform/files/xlsxBook.ts',
    find: 'const dayOne = Date.UTC(1899, 11, 30)',
    replace: 'const dayOne = Date.UTC(1899, 11, 31)',
    caughtBy: ['server/platform/files/xlsxBook.slow.test.ts', 'server/money/settlements/settlements.slow.test.ts'],
  },
  {
    name: 'a settlement whose total stands alone on a page',
    file: 'server/money/settlements/pdfFile.ts',
    find: '(left === 0 ? 2 : 1) * rowHeight',
    replace: 'rowHeight',
    caughtBy: ['server/money/settlements/pdfFile.test.ts'],
  },
  {
    name: 'a contract whose total stands alone on a page',
    file: 'server/sales/checkout/contractPdf.ts',
    find: "at === rows.length - 1 ? heightOf(total, 'bold') : 0",
    replace: '0',
    caughtBy: ['server/sales/checkout/contract.test.ts'],
  },
]
