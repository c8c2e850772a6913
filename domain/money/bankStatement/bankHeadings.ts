import { normaliseText } from '../../sales/operations/search.ts'

/** What a column of a bank's CSV can be, by its heading. */
export type HeadingKind = 'balance' | 'valueDate' | 'date' | 'mark' | 'debit' | 'credit' | 'status' | 'currency' | 'amount'

/** Banks' names of columns in Spanish, Catalan, Galician, Basque, Portuguese and English; single words without accents. */
const names = {
  balance: 'saldo saldos sdo saldoa balance disponible disponivel disponible solde acumulado acumulat remanente posicion',
  date: 'fecha fechas fec fch f data dia date eguna',
  /** Of a date: the value date, not the date of the order. */
  value: 'valor valuta value valeur balio settlement completed finalizacion liquidacion finished',
  debit:
    'cargo cargos carrec carrecs debe debito debitos debit debits deure gasto gastos despesa despeses adeudo adeudos salida salidas sortida sortides saida saidas pagos pagaments pagamentos reintegro reintegros egreso egresos withdrawal withdrawals zorra zordun zorduna irteera irteerak',
  credit:
    'abono abonos abonament abonaments aboamento aboamentos haber haberes haver credito creditos credit credits ingreso ingresos ingres ingressos entrada entradas entrades deposit deposits cobros cobraments sarrera sarrerak hartzekoa hartzekodun',
  mark: 'signo sign signe sinal zeinua sentido sentit direction dh dc cd',
  status: 'estado estat status state egoera situacion',
  currency: 'divisa divisas moneda moeda currency ccy dibisa txanpona',
  amount:
    'importe importes imp neto import imports amount montante monto cantidad quantia cuantia quantitat zenbatekoa zenbateko movimiento movimientos moviment movemento valor betrag',
  /** Of an amount other than the movement's, or of numbers that are not amounts. */
  other:
    'original originaria orig foreign extranjera estrangera contravalor comision comisiones comissio fee fees cambio canvi exchange rate tipo iva vat tax impuesto retencion cuenta compte account tarjeta targeta card oficina numero num n no ref refs referencia reference codigo codi cod code clave id iban bic concepto concepte descripcion descripcio description titular ordenante beneficiario beneficiary payer payee',
} as const

const words = Object.fromEntries(Object.entries(names).map(([kind, text]) => [kind, new Set(text.split(' '))])) as Record<
  keyof typeof names,
  Set<string>
> // the same keys

/** The words of a heading: `FechaValor`, `fecha_valor` and `Fecha valor` have two. */
export const headingWords = (heading: string): string[] =>
  normaliseText(heading.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).match(/[a-z0-9]+/g) ?? []

/** The possible meanings of a heading, most likely first; the content of the column decides. `isOther`: an amount other than the movement's. `isEuros`: it names euros. */
export function readHeading(heading: string): { kinds: HeadingKind[]; isOther: boolean; isEuros: boolean } {
  const headingParts = headingWords(heading)
  const has = (kind: keyof typeof names) => headingParts.some((word) => words[kind].has(word))
  const text = headingParts.join(' ')
  const isPaidOut = /\b(?:paid|money) out\b/.test(text)
  const isPaidIn = /\b(?:paid|money) in\b/.test(text)
  const isDebit = has('debit') || isPaidOut
  const isCredit = has('credit') || isPaidIn
  const bothSides = (isDebit && isCredit) || /^(?:d h|d c|c d|c a|cargo abono)$/.test(text) || /^\s*\+\s*\/\s*[-\u2212]\s*$/.test(heading)
  const kinds: HeadingKind[] = []
  if (has('balance')) kinds.push('balance')
  if (has('value')) kinds.push('valueDate')
  if (has('date')) kinds.push('date')
  if (has('mark') || bothSides) kinds.push('mark')
  if (bothSides) kinds.push('amount')
  else if (isDebit) kinds.push('debit')
  else if (isCredit) kinds.push('credit')
  if (has('status')) kinds.push('status')
  if (has('currency')) kinds.push('currency')
  if (has('amount')) kinds.push('amount')
  return { kinds: [...new Set(kinds)], isOther: has('other'), isEuros: heading.includes('€') || /\beur(?:os?)?\b/.test(text) }
}
