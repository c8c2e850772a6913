/** The issuer of the demo's invoices if no provider is configured: a fictitious company (no register assigns its number). */
export const demoIssuer = {
  name: 'Crédito de Demostración, E.F.C., S.A.',
  taxId: 'A00000000',
  address: 'Calle de la Demostración, 1',
  postcode: '28001',
  city: 'Madrid',
  province: 'Madrid',
} as const
