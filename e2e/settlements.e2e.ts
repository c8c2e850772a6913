import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { paths } from '../web/platform/routes/paths.ts'
import { ask, read, shopOf, shopsOf } from './api.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { t } from './words.ts'

type Row = {
  id: string
  reference: string
  value_on: string
  net_amount: number
  line_count: number
  status: string
  closing_balance: number
}
type Page = { results: Row[]; total: number; next: number | null; sums: { count: number; net_amount: number } }

/** Cents of a displayed amount. */
const centsIn = (text: string) =>
  Math.round(
    Number(
      text
        .replace(/[^\d,−-]/g, '')
        .replace('−', '-')
        .replace(',', '.'),
    ) * 100,
  )

test('the equation adds up to the cent on the screen, and each term opens its lines', async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  const { results } = await read<Page>(page, `/v2/merchants/${id}/settlements`)
  const row = results.find(({ line_count: lines, status }) => lines > 3 && status === 'paid')
  expect(row).toBeDefined()
  await page.goto(paths.settlements(id))
  await page.getByRole('link', { name: row?.reference ?? '', exact: true }).click()
  await expect(page.getByText(/cuadran al céntimo/)).toBeVisible()
  const terms = await page
    .getByRole('region', { name: t('settlements.equation') })
    .locator('dl > div')
    .allInnerTexts()
  const amounts = terms.map((text) => {
    const figure = /(?:^|\s)([−+=]?)\s*([\d.]+,\d{2})/.exec(text)
    return { sign: figure?.[1], cents: centsIn(figure?.[2] ?? '') }
  })
  const paid = amounts.at(-1)?.cents
  const sum = amounts.slice(0, -1).reduce((total, { sign, cents }) => total + (sign === '−' ? -cents : cents), 0)
  expect(sum).toBe(paid)
  expect(paid).toBe(row?.net_amount)
  await page
    .getByRole('group', { name: t('settlements.kinds') })
    .getByRole('button', { name: t('settlements.kind.order') })
    .click()
  await expect(page).toHaveURL(/kind=order/)
  const lines = page.getByRole('table', { name: t('settlements.linesTable') })
  await expect(lines).not.toHaveAttribute('aria-busy', 'true')
  await expect(async () => {
    await lines.getByRole('link').first().click()
    await expect(page).toHaveURL(/\/operations\/[0-9a-f]{32}/, { timeout: 2_000 })
  }).toPass()
})

test('a returned payment shows the reason, and is sent again with one button and a confirmation', async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  const { results } = await read<Page>(page, `/v2/merchants/${id}/settlements`)
  const row = results.find(({ status }) => status === 'paid')
  const address = `/v2/merchants/${id}/settlements/${row?.id}`
  // The demo's bank returns no payment: one of its settlements is shown as returned.
  let back: object | null = { why: 'passing', next: 'again', iban_last4: '8664' }
  let type = ''
  await page.route(`**${address}`, async (route) => {
    const response = await route.fetch()
    type = response.headers()['content-type'] ?? ''
    const known = (await response.json()) as object
    const shown = { ...known, status: back ? 'returned' : 'closed', collected_on: null, paid_at: null, returned: back }
    await route.fulfill({ response, body: JSON.stringify(shown) })
  })
  let requests = 0
  await page.route(`**${address}/pay-again`, async (route) => {
    requests += 1
    back = null
    await route.fulfill({ headers: { 'content-type': type }, body: JSON.stringify({ ...row, status: 'closed', returned: null }) })
  })
  await page.goto(paths.settlement(id, row?.id ?? ''))
  await expect(page.getByText(t('settlements.returned.title'))).toBeVisible()
  await expect(page.getByText(t('settlements.returned.why.passing'))).toBeVisible()
  await page.getByRole('button', { name: t('settlements.returned.verb.again') }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('8664')
  expect(requests).toBe(0)
  await question.getByRole('button', { name: t('settlements.returned.verb.again') }).click()
  await expect(question).toBeHidden()
  await expect(page.getByText(t('settlements.returned.title'))).toBeHidden()
  // The element that opened the confirmation has been removed: the focus stays at the settlement.
  await expect(page.getByRole('article')).toBeFocused()
  expect(requests).toBe(1)
})

test('value dates filter list and totals, and the address keeps them', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  const all = await read<Page>(page, `/v2/merchants/${id}/settlements`)
  await page.goto(paths.settlements(id))
  await page.getByRole('button', { name: t('settlements.preset.lastMonth') }).click()
  await expect(page).toHaveURL(/from=\d{4}-\d\d-01&to=/)
  const search = new URL(page.url()).search
  const some = await read<Page>(page, `/v2/merchants/${id}/settlements${search}`)
  expect(some.sums.count).toBeLessThan(all.sums.count)
  await expect(page.getByText(t('settlements.spoken', { count: some.sums.count })).first()).toBeAttached()
  await page.reload()
  await expect(page.getByRole('button', { name: t('settlements.preset.lastMonth') })).toHaveAttribute('aria-pressed', 'true')
})

test('one settlement as CSV and several as a zip match the screen', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo')
  const { id } = await shopOf(page)
  const { results } = await read<Page>(page, `/v2/merchants/${id}/settlements`)
  // An opening or closing balance would be a line of the file too.
  const row = results.find((one, at) => one.line_count > 0 && one.closing_balance === 0 && results[at + 1]?.closing_balance === 0)
  if (!row) throw new Error('no settlement with lines alone')
  await page.goto(paths.settlementDownload(id, row.id))
  const [one] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('dialog')
      .getByRole('button', { name: t('shell.download') })
      .click(),
  ])
  expect(one.suggestedFilename()).toBe(`liquidacion_${row.reference}.csv`)
  const csv = readFileSync(await one.path(), 'utf8')
  expect(csv.split('\r\n').filter((line) => line.includes(row.reference))).toHaveLength(row.line_count)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(new RegExp(`/settlements/${row.id}`))

  const { from, to } = { from: row.value_on.slice(0, 8) + '01', to: row.value_on }
  const { sums } = await read<Page>(page, `/v2/merchants/${id}/settlements?from=${from}&to=${to}`)
  await page.goto(paths.settlements(id, { from, to, dialog: 'download' }))
  const dialog = page.getByRole('dialog')
  await dialog.getByText(t('exports.pdf'), { exact: true }).click()
  const [many] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: t('invoices.files.verb', { count: sums.count }) }).click(),
  ])
  const files = unzipSync(readFileSync(await many.path()))
  // One file each, and the list of them.
  expect(Object.keys(files)).toHaveLength(sums.count + 1)
  expect(Object.keys(files)).toContain('contenido.csv')
  expect(Object.keys(files)).toContain(`liquidacion_${row.reference}.pdf`)
})

test('a bank statement is matched on this computer: exceptions first, nothing of it is sent', async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  const { results } = await read<Page>(page, `/v2/merchants/${id}/settlements`)
  const paid = results.filter(({ net_amount: net, status }) => net > 0 && status === 'paid').slice(0, 4)
  expect(paid).toHaveLength(4)
  const line = ({ value_on: on, reference, net_amount: net }: Row, wrong = 0) =>
    `${on.split('-').toReversed().join('/')};TRANSFERENCIA ${reference} marca-secreta;${((net + wrong) / 100).toFixed(2).replace('.', ',')}`
  const [first, second, third, fourth] = paid as [Row, Row, Row, Row] // four, as asserted
  const rent = `${fourth.value_on.split('-').toReversed().join('/')};ALQUILER;-900,00`
  const statement = ['Fecha;Concepto;Importe', line(first), line(second, -100), line(third), rent].join('\r\n')
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto(paths.settlementsBank(id))
  await page
    .getByLabel(t('shell.chooseFile'))
    .first()
    .setInputFiles({ name: 'mayo.csv', mimeType: 'text/csv', buffer: Buffer.from(statement, 'latin1') })
  const rows = page.getByRole('table', { name: t('settlements.bank.table') }).getByRole('row')
  await expect(rows.nth(1)).toContainText(t('settlements.bank.found.different'))
  await expect(rows.nth(1)).toContainText(second.reference)
  await expect(page.getByRole('heading', { name: /^2 cobradas · 1 con diferencia/ })).toBeVisible()

  // A payment that the file's period should contain and does not is missing, and can be claimed as not received.
  const missing = rows.filter({ hasText: fourth.reference })
  await expect(missing).toContainText(t('settlements.bank.found.missing'))
  await missing.getByRole('button', { name: t('settlements.claim.verbOf', { reference: fourth.reference }) }).click()
  await expect(page.getByRole('dialog').getByLabel(t('settlements.claim.came'))).toHaveValue('0,00')
  await page.keyboard.press('Escape')

  // A difference is claimed with what the person sees in the dialog, and nothing else of the file.
  await page.getByRole('button', { name: t('settlements.claim.verbOf', { reference: second.reference }) }).click()
  const claim = page.getByRole('dialog')
  await expect(claim.getByLabel(t('settlements.claim.came'))).toHaveValue(/\d,\d{2}$/)
  await claim.getByLabel(t('settlements.claim.note')).fill('Falta un euro')
  await claim.getByRole('button', { name: t('settlements.claim.verb'), exact: true }).click()
  await expect(claim).toBeHidden()
  expect(sent.filter((one) => /marca-secreta|ALQUILER/.test(one))).toEqual([])
  await rows.nth(1).getByRole('link', { name: second.reference }).click()
  const card = page.getByRole('region', { name: t('settlements.claim.title') })
  await expect(card).toContainText('Falta un euro')
  await card.getByRole('button', { name: t('settlements.claim.withdraw') }).click()
  await expect(card).toContainText(t('settlements.claim.state.closed'))

  await page.goto(paths.settlementsBank(id))
  await page
    .getByLabel(t('shell.chooseFile'))
    .first()
    .setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from([137, 80, 78, 71]) })
  await expect(page.getByText(t('settlements.bank.strange', { name: 'foto.png' }))).toBeVisible()

  // Two amount columns without a known heading: the page asks, shows how it reads them, and remembers the answer for the next file.
  const unnamed = [
    `${first.value_on};${first.reference};;${(first.net_amount / 100).toFixed(2)}`,
    `${first.value_on};LUZ;50.00;`,
    'ayer;LUZ;1.00;',
  ]
  const dropUnnamed = () =>
    page
      .getByLabel(t('shell.chooseFile'))
      .first()
      .setInputFiles({ name: 'banco.txt', mimeType: 'text/plain', buffer: Buffer.from(unnamed.join('\n')) })
  await dropUnnamed()
  const question = page.getByRole('region', { name: t('settlements.bank.columns.title') })
  await question.getByLabel(t('settlements.bank.columns.debit')).selectOption('3')
  await question.getByLabel(t('settlements.bank.columns.credit')).selectOption('2')
  await expect(question.getByRole('listitem').filter({ hasText: 'LUZ' })).toContainText('+50,00')
  await question.getByLabel(t('settlements.bank.columns.debit')).selectOption('2')
  await question.getByLabel(t('settlements.bank.columns.credit')).selectOption('3')
  await expect(question.getByRole('listitem').filter({ hasText: 'LUZ' })).toContainText('−50,00')
  await question.getByRole('button', { name: t('settlements.bank.columns.use') }).click()
  const collected = rows.filter({ hasText: first.reference })
  await expect(collected).toContainText(t('settlements.bank.found.collected'))
  await expect(page.getByText(t('settlements.bank.unreadLine', { line: '3', text: 'ayer · LUZ · 1.00' }))).toBeVisible()
  await page.goto(paths.settlementsBank(id))
  await dropUnnamed()
  await expect(collected).toContainText(t('settlements.bank.found.collected'))
  await expect(question).toHaveCount(0)
})

test('received payments are confirmed all at once, remembered without the file, and can be reverted', async ({ enter }) => {
  const page = await enter('owner.autonomo')
  const { id } = await shopOf(page)
  const { results } = await read<Page>(page, `/v2/merchants/${id}/settlements`)
  const [first, second, third, fourth, fifth] = results.filter(({ net_amount: net, status }) => net > 0 && status === 'paid') as [
    Row,
    Row,
    Row,
    Row,
    Row,
  ] // the demo has more
  const line = ({ value_on: on, reference, net_amount: net }: Row, wrong = 0) => `${on};${reference};${((net + wrong) / 100).toFixed(2)}`
  // Two settlements that the bank combined, without a reference.
  const together = `${fourth.value_on};ABONO;${((fourth.net_amount + fifth.net_amount) / 100).toFixed(2)}`
  const statement = ['Fecha;Concepto;Importe', line(first), line(second), line(third, -1), together].join('\r\n')
  const drop = async () => {
    await page.goto(paths.settlementsBank(id))
    await page
      .getByLabel(t('shell.chooseFile'))
      .first()
      .setInputFiles({ name: 'mes.csv', mimeType: 'text/csv', buffer: Buffer.from(statement) })
  }
  await drop()
  const guesses = page.getByRole('region', { name: t('settlements.bank.what') })
  await expect(guesses.getByRole('link')).toHaveText([fourth.reference, fifth.reference])
  await expect(guesses).toContainText(t('settlements.bank.exact'))
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.postData() ?? ''))
  await page.getByRole('button', { name: t('settlements.bank.confirmAll', { count: 2 }) }).click()
  await expect(page.getByText(t('settlements.collected.done', { count: 2 }))).toBeVisible()
  expect(sent.join()).toContain(first.id)
  expect(sent.join()).not.toContain(first.reference)

  // The next file shows only what is open; the missing cent stays.
  await drop()
  const rows = page.getByRole('table', { name: t('settlements.bank.table') }).getByRole('row')
  await expect(rows.filter({ hasText: third.reference })).toContainText(t('settlements.bank.found.different'))
  await expect(rows.filter({ hasText: first.reference })).toHaveCount(0)
  await expect(page.getByText(t('settlements.bank.already', { count: 2 }))).toBeVisible()

  await page.goto(paths.settlements(id))
  await page.getByRole('button', { name: t('settlements.open'), exact: true }).click()
  await expect(page).toHaveURL(/collected=no/)
  await expect(page.getByRole('link', { name: third.reference, exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: first.reference, exact: true })).toHaveCount(0)

  await page.goto(paths.settlement(id, first.id))
  await page.getByRole('button', { name: t('settlements.bank.undoOne', { reference: first.reference }) }).click()
  await expect(page.getByText(t('settlements.collected.undone'))).toBeVisible()
  await page.goto(paths.settlements(id, { collected: 'no' }))
  await expect(page.getByRole('link', { name: first.reference, exact: true })).toBeVisible()
})

test('the balance forecasts the payments of thirty days, equal to the server’s', async ({ enter }) => {
  const page = await enter('owner.empresa')
  // In test mode of a separate shop: nobody else refunds there, and today's captures are paid within days.
  const id = (await shopsOf(page)).at(-2)?.id ?? ''
  await page.addInitScript((key) => localStorage.setItem(key, '1'), `sandbox:${id}`)
  const post = async (path: string): Promise<unknown> => {
    const headers = { 'idempotency-key': randomUUID() }
    const answer = await ask(page, 'POST', `/v2/merchants/${id}/${path}`, { mode: 'sandbox', body: {}, headers })
    expect(answer.status(), await answer.text()).toBe(201)
    return answer.json()
  }
  const { operation_id: operationId } = (await post('sandbox/scenarios/captureRequired')) as { operation_id: string } // as the contract declares it
  await post(`orders/${operationId}/captures`)
  type Forecast = { days: { on: string; settlement: { net_amount: number } | null }[] }
  const { days } = await read<Forecast>(page, `/v2/merchants/${id}/settlements/forecast`, 'sandbox')
  const payments = days.flatMap(({ on, settlement }) =>
    settlement && settlement.net_amount > 0 ? [{ on, net: settlement.net_amount }] : [],
  )
  expect(payments.length).toBeGreaterThan(0)
  await page.goto(paths.settlementsBalance(id))
  const list = page.getByRole('dialog').getByRole('list', { name: t('settlements.forecast.title') })
  await expect(list.getByRole('listitem')).toHaveCount(days.length)
  for (const { on, net } of payments) {
    const item = list.getByRole('listitem').filter({ hasText: on.split('-').toReversed().join('.') })
    expect(centsIn((await item.locator('b').innerText()).trim())).toBe(net)
  }
})

test('a guest has no access by menu or address, and the server refuses', nightlyOnly, async ({ enter }) => {
  const page = await enter('guest.empresa')
  const { id } = await shopOf(page)
  await page.goto(paths.operations(id))
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await expect(page.getByRole('link', { name: t('settlements.title'), exact: true })).toHaveCount(0)
  await page.goto(paths.settlements(id))
  await expect(page).toHaveURL(/\/operations/)
  expect((await ask(page, 'GET', `/v2/merchants/${id}/settlements`)).status()).toBe(403)
})

test('test mode has separate settlements without payouts', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  const live = await read<Page>(page, `/v2/merchants/${id}/settlements`)
  const sandbox = await read<Page>(page, `/v2/merchants/${id}/settlements`, 'sandbox')
  expect(sandbox.results.map((row) => row.id).filter((one) => live.results.some((row) => row.id === one))).toEqual([])
  for (const row of sandbox.results) expect(row.status).not.toBe('paid')
})
