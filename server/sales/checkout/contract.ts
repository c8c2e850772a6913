import { formatDate, formatDateTime, type LocalDate, madridDay } from '#domain/platform/dates'
import { isolated } from '#domain/platform/direction'
import { formatQuantity } from '#domain/platform/formatQuantity'
import { legalText } from '#domain/sales/plans/legalText'
import { formatEuros } from '#domain/platform/money'
import type { Plan } from '#domain/sales/plans/plan'
import type { Download, Handler } from '../../platform/calls/call.ts'
import { escapeHtml } from '../../platform/calls/escapeHtml.ts'
import { withLanguage, text } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { campaignTexts, firstPaymentCents } from '../lifecycle/offers.ts'
import { loadSale, stepRefusal } from './step.ts'
import { chosenPlan } from './plans.ts'
import type { Sale } from './sale.ts'
import { isStepAllowed } from './position.ts'

/** The facts that the page is written from; `signedAt` null: not signed yet. */
type ContractFacts = {
  sale: Sale
  plan: Plan
  lender: { name: string; email: string; phone: string }
  signedAt: Date | null
  isNamed: boolean
  today: LocalDate
  sandbox: boolean
}

type Row = readonly [label: string, value: string]

/** A self-contained HTML file: no script, nothing loaded; all external text is escaped. */
function contractPage(facts: ContractFacts): string {
  const { sale, lender, signedAt, sandbox, today } = facts
  const title = text(signedAt ? 'consumer.contract.titleSigned' : 'consumer.contract.titleBefore')
  const sections = [parties(facts), credit(facts), costs(facts), rights(facts)]
  return `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(`${title} · ${lender.name}`)}</title>
<style>${style}</style></head><body>
${sandbox ? paragraph(text('consumer.contract.sandbox'), 'note') : ''}<h1>${escapeHtml(title)}</h1>
${paragraph(signedAt ? text('consumer.contract.signed', { when: formatDateTime(signedAt) }) : text('consumer.contract.before', { date: formatDate(today) }))}
${paragraph(text('consumer.legal.warning'), 'note')}
${sections.join('\n')}
${schedule(facts)}
${paragraph(text('consumer.contract.reference', { id: sale.operationId.replaceAll('-', '') }))}
</body></html>
`
}

const style = `body{overflow-wrap:anywhere;font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#17201b;background:#fff}h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem}
table{width:100%;border-collapse:collapse}th,td{text-align:left;vertical-align:top;padding:.4rem .5rem .4rem 0;border-bottom:1px solid #cfd6d2}th{font-weight:600;width:40%}
.sums td,.sums th{width:auto}.sums td:last-child,.sums th:last-child{text-align:right}.note{border:1px solid #17201b;padding:.6rem .8rem}`

const paragraph = (words: string, kind?: string) => `<p${kind === undefined ? '' : ` class="${kind}"`}>${escapeHtml(words)}</p>`

const section = (title: string, rows: readonly Row[]) =>
  `<h2>${escapeHtml(title)}</h2><table>${rows.map(([label, value]) => `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`).join('')}</table>`

function parties({ sale, lender, isNamed }: ContractFacts): string {
  const { firstName, lastName, documentNumber } = sale.customer
  const contact = [lender.email, lender.phone].filter((part) => part !== '').join(' · ')
  const rows: Row[] = [
    [text('consumer.contract.lender'), lender.name],
    [text('consumer.contract.contact'), contact],
    [text('consumer.contract.intermediary'), sale.shop.name],
  ]
  if (isNamed && sale.identifiedAt !== null) {
    rows.push([text('consumer.contract.borrower'), `${isolated(`${firstName} ${lastName}`)}, ${documentNumber ?? ''}`])
    if (sale.address) rows.push([text('consumer.contract.address'), addressLine(sale.address)])
  }
  return section(text('consumer.contract.parties'), rows)
}

const addressLine = ({ street, postcode, city, country }: NonNullable<Sale['address']>) =>
  `${isolated(street)}, ${postcode} ${isolated(city)} (${country})`

function credit({ sale, plan }: ContractFacts): string {
  const { values } = legalText(plan)
  const goods = sale.articles
    .map(({ name, quantity, total }) => `${formatQuantity(quantity)} × ${isolated(name)}: ${formatEuros(total)}`)
    .join('; ')
  const payments = plan.instalments.length === 1 ? 'consumer.contract.onePayment' : 'consumer.contract.payments'
  return section(text('consumer.contract.credit'), [
    [text('consumer.contract.kind'), text(`consumer.contract.product.${sale.plan.product}`)],
    [text('consumer.contract.goods'), goods],
    [text('consumer.contract.cashPrice'), formatEuros(sale.totalCents)],
    [text('consumer.contract.downpayment'), values.downpayment_amount],
    [text('consumer.contract.principal'), values.principal_amount],
    [text('consumer.contract.repayment'), text(payments, values)],
    [text('consumer.contract.today'), formatEuros(firstPaymentCents(plan))],
    [text('consumer.contract.totalDue'), values.total_due],
    [text('consumer.contract.totalPrice'), values.total_amount],
  ])
}

function costs({ sale, plan }: ContractFacts): string {
  const { values } = legalText(plan)
  const campaign = campaignTexts(sale.plan.product, plan, sale.plan)
  return section(text('consumer.contract.costs'), [
    [text('consumer.contract.tin'), text('consumer.contract.tinValue', values)],
    [text('consumer.contract.tae'), values.tae],
    [text('consumer.contract.interest'), values.interest_amount],
    [text('consumer.contract.openingFee'), values.tax],
    ...(campaign.length > 0 ? [[text('consumer.contract.campaign'), campaign.join(' ')] as const] : []),
    [text('consumer.contract.otherCosts'), text('consumer.contract.noOtherCosts')],
    [text('consumer.contract.late'), text('consumer.contract.lateValue')],
  ])
}

/** Statutory rights, each with its source. */
function rights({ lender }: ContractFacts): string {
  const names = ['withdrawal', 'early', 'linked', 'lookup', 'draft', 'complaints', 'data'] as const
  return section(
    text('consumer.contract.rights'),
    names.map((name): Row => [
      text(`consumer.contract.right.${name}`),
      text(`consumer.contract.right.${name}Value`, { email: lender.email }),
    ]),
  )
}

function schedule({ plan }: ContractFacts): string {
  const head = ['number', 'dueOn', 'principalPart', 'interestPart', 'amount'] as const
  const rows = plan.instalments.map(({ number, dueOn, principalCents, interestCents, amountCents }) =>
    [String(number), formatDate(dueOn), formatEuros(principalCents), formatEuros(interestCents), formatEuros(amountCents)]
      .map((cell) => `<td>${escapeHtml(cell)}</td>`)
      .join(''),
  )
  return `<h2>${escapeHtml(text('consumer.contract.schedule'))}</h2><table class="sums"><tr>${head.map((name) => `<th scope="col">${escapeHtml(text(`consumer.contract.column.${name}`))}</th>`).join('')}</tr>${rows.map((row) => `<tr>${row}</tr>`).join('')}</table>`
}

/**
 * The Standard European Consumer Credit Information before signing (Directive (EU) 2023/2225, art. 10), the contract afterwards (art. 21), as a page to keep.
 * It names the customer only for the browser that entered the code. Refuses with StepNotAllowed before a plan is chosen.
 */
export const checkoutContract: Handler<'checkoutContract'> = async (call): Promise<Download> => {
  const { sale, position } = await loadSale(call)
  if (!isStepAllowed('contract', position)) throw stepRefusal(position, 'contract')
  const { brand } = call.services.config
  const signed = position.status === 'approved'
  const agreed = {
    sale,
    plan: chosenPlan(sale, call.now),
    lender: { name: brand.legalName, email: brand.supportEmail, phone: brand.supportPhone },
    signedAt: signed ? (sale.verifiedAt ?? sale.confirmedAt) : null,
    isNamed: position.device === 'this',
    today: madridDay(call.now),
    sandbox: call.scope.mode === 'sandbox',
  }
  // The binding text is in one language, whatever language the page is read in (decision 0023).
  const html = withLanguage('es', () => contractPage(agreed))
  const name = `${signed ? 'contrato' : 'informacion'}-${hexOf(sale.checkoutId).slice(0, 8)}.html`
  return { download: onePiece(html), fileName: name, mediaType: 'text/html; charset=utf-8' }
}

async function* onePiece(text: string): AsyncGenerator<string> {
  yield text
}
