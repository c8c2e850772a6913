/** Who invoices the demo's shops where no provider is set up: a company that nobody has (no register gives out the number). */
export const demoIssuer = {
  name: 'Trastienda Demostración, E.F.C., S.A.',
  taxId: 'A00000000',
  address: 'Calle de la Demostración, 1',
  postcode: '28001',
  city: 'Madrid',
  province: 'Madrid',
} as const
