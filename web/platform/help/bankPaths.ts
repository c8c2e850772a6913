/** Where a bank’s own page usually has its statements as files. */
type BankPath = 'movements' | 'files' | 'company'

/** Large banks in Spain, the page that companies use there, and where its statements usually are. Menus change: the help says so. */
export const bankPaths: readonly { bank: string; page: string; path: BankPath }[] = [
  { bank: 'ABANCA', page: 'Banca electrónica', path: 'files' },
  { bank: 'Banco Sabadell', page: 'Sabadell Empresas', path: 'files' },
  { bank: 'Banco Santander', page: 'Santander Empresas', path: 'company' },
  { bank: 'Bankinter', page: 'Bankinter Empresas', path: 'files' },
  { bank: 'BBVA', page: 'BBVA Empresas', path: 'movements' },
  { bank: 'Caja Laboral (Laboral Kutxa)', page: 'Banca online', path: 'files' },
  { bank: 'Cajamar', page: 'Banca electrónica', path: 'files' },
  { bank: 'Cajas rurales', page: 'Ruralvía', path: 'company' },
  { bank: 'CaixaBank', page: 'CaixaBankNow', path: 'company' },
  { bank: 'Ibercaja', page: 'Ibercaja Directo', path: 'files' },
  { bank: 'ING', page: 'ING Negocios', path: 'movements' },
  { bank: 'Kutxabank', page: 'Banca online', path: 'files' },
  { bank: 'Unicaja', page: 'Banca digital', path: 'files' },
]
