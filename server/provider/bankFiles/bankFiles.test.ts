import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cents } from '#domain/platform/money'
import { localDate } from '#domain/platform/dates'
import { fileTransfers } from '../../money/payments/fileBank.ts'
import { accountFile, type OtherMovement, type ReportedOrder, statusReportFile } from '../../money/payments/simulatedBankFiles.ts'
import { payOut } from '../../money/payouts/payOut.ts'
import { prepareBankFolders } from '../../platform/config/bankConfig.ts'
import { text } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { addProviderKey, callProvider } from '../../testing/provider/testProviderKey.ts'
import { addStaff, callConsole, type TestStaff } from '../../testing/provider/testStaff.ts'
import { killedAt } from '../../testing/settlements/settlementFixture.ts'
import { writeSales } from '../../testing/settlements/testSales.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { applyBankFiles } from './applyFiles.ts'
import { readBankFolder } from './readFolder.ts'

// Files of the bank through the console, the folder and the API; and files for the bank into its folder. The bank is one that takes files.
let server: TestServer
let fina: TestStaff
let flor: TestStaff
let support: TestStaff
let folder: string
const iban = 'ES7921000813610123456789'
const payouts: { reference: string; amountCents: number; message: string }[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bank-'))
  server = await startTestServer({ now: new Date('2026-11-18T08:00:00Z'), proved: false })
  server.stopClock()
  fina = await addStaff(server, ['finance'], { firstName: 'Fina', lastName: 'Roca' })
  flor = await addStaff(server, ['finance'])
  support = await addStaff(server, ['support'])
  server.services.payments.transfers = fileTransfers(server.services.database, { iban, folder: join(folder) })
  server.services.payments.debits = { ...server.services.payments.debits, iban }
  await server.ownerSql(
    `with b as (insert into bank_accounts (id, account_id, iban, holder_name, created_at) select gen_random_uuid(), a, $1, 'Comercial', now() from unnest($2::uuid[]) a returning id, account_id)
     update merchants m set bank_account_id = b.id from b where b.account_id = m.account_id`,
    [iban, [ids.accountA, ids.accountB]],
  )
  await writeSales(server.database.ownerUrl, [
    { at: '2026-11-16T10:00:00Z', totalCents: 60_000 },
    { at: '2026-11-16T10:00:00Z', totalCents: 30_000, merchantId: ids.merchantA2 },
    { at: '2026-11-16T10:00:00Z', totalCents: 20_000, merchantId: ids.merchantB1 },
  ])
  await callConsole(server, 'consoleSettlementRun', { as: fina, body: {} })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const movements = (orders: readonly ReportedOrder[], others: readonly OtherMovement[] = [], messageId = 'AVISO') =>
  accountFile({
    format: 'camt.054',
    version: 8,
    messageId,
    at: server.services.now(),
    iban,
    on: localDate('2026-11-18'),
    orders,
    others,
  })
const reported = (nth: number, outcome: ReportedOrder['outcome'], code?: string): ReportedOrder => {
  const { reference = '', amountCents = 0 } = payouts[nth] ?? {}
  return { kind: 'transfer', reference, amountCents: cents(amountCents), outcome, ...(code !== undefined && { code }) }
}
const bodyOf = (content: string, name = 'banco.xml') => ({ name, content: Buffer.from(content).toString('base64') })
const stateOf = async (nth: number) => {
  const [row] = await server.ownerSql<{ state: string }>('select state from payouts where reference = $1', [payouts[nth]?.reference])
  return row?.state
}

it('writes a payment file into the folder once, whole, also when the process is killed at any step', async () => {
  const services = server.services
  for (let step = 1; step < 80; step += 1) {
    const database = killedAt(services.database, step)
    const bank = fileTransfers(database, { iban, folder })
    await payOut({ ...services, database, log: () => {}, payments: { transfers: bank } }).catch(() => {})
    // The bank's software takes a file away as soon as it is there.
    for (const name of (await readdir(folder)).filter((one) => one.endsWith('.xml'))) {
      const xml = await readFile(join(folder, name), 'utf8')
      expect(xml).toMatch(/<\/Document>\n$/)
      for (const [, reference = '', amount = ''] of xml.matchAll(
        /<EndToEndId>([^<]*)<\/EndToEndId><\/PmtId><Amt><InstdAmt Ccy="EUR">([\d.]+)/g,
      ))
        payouts.push({ reference, amountCents: Math.round(Number(amount) * 100), message: name.replace('.xml', '') })
      await rm(join(folder, name))
    }
    if (database.steps() < step) break
    await server.ownerSql(`update payout_queue set ask_at = '-infinity'`)
  }
  expect(payouts.length).toBe(3)
  expect(new Set(payouts.map(({ reference }) => reference)).size).toBe(3)
  expect(await readdir(folder)).toEqual([])
  const { body } = await callConsole(server, 'consolePayoutFileList', { as: support })
  expect(body).toMatchObject({ handsOver: 'folder', results: [{ kind: 'transfers', transfers: 3, acceptedAt: null, rejectedAt: null }] })
  expect(body.results[0]?.handedAt).not.toBeNull()
  // Days later nothing is sent again, nor after a crash between the renaming of the file and the commit that notes it.
  await server.ownerSql(`update payout_files set handed_at = null`)
  await server.ownerSql(`update payout_queue set ask_at = '-infinity'`)
  await payOut(services)
  expect(await readdir(folder)).toEqual([])
  expect(await server.ownerSql('select from payout_files where handed_at is null')).toEqual([])
})

it('previews a file without doing anything, reads it once, and shows what came of each line', async () => {
  const file = movements([reported(0, 'executed'), reported(1, 'executed')], [{ amountCents: 2_500, text: 'Sin referencia' }])
  const ask = (as: TestStaff) => callConsole(server, 'consoleBankFilePreview', { as, body: bodyOf(file) })
  expect((await ask(support)).status).toBe(403)
  const { body: preview } = await ask(fina)
  expect(preview).toMatchObject({ format: 'camt054', earlier: null, counts: { waiting: 2, open: 1 } })
  expect(preview.lines.map(({ result, why }) => why ?? result)).toEqual(['unknown', 'waiting', 'waiting'])
  expect([await stateOf(0), await server.ownerSql('select from bank_files')]).toEqual(['sent', []])
  const read = () => callConsole(server, 'consoleBankFileRead', { as: fina, body: bodyOf(file) })
  const { body: first } = await read()
  const { body: again } = await read()
  expect([first.isNew, again]).toEqual([true, { id: first.id, isNew: false }])
  await applyBankFiles(server.services)
  expect([await stateOf(0), await stateOf(1)]).toEqual(['confirmed', 'confirmed'])
  expect((await ask(fina)).body).toMatchObject({ earlier: { id: first.id }, counts: { waiting: 0, repeated: 2, open: 1 } })
  const { body: shown } = await callConsole(server, 'consoleBankFile', { as: support, params: { fileId: first.id } })
  expect(shown).toMatchObject({
    by: 'Fina Roca',
    counts: { applied: 2, open: 1 },
    lines: [{ result: 'open', why: 'unknown', amount: 2_500 }, {}, {}],
  })
  const { body: work } = await callConsole(server, 'consoleWork', { as: fina, query: { kind: 'bank_lines' } })
  expect(work.items).toMatchObject([{ id: first.id, facts: { count: 1, what: 'banco.xml' } }])
  const download = () => callConsole(server, 'consoleBankFileContent', { as: fina, params: { fileId: first.id } })
  expect((await download()).raw).toBe(file)
  const dismiss = () =>
    callConsole(server, 'consoleBankLinesDismiss', { as: fina, params: { fileId: first.id }, body: { reason: 'Es nuestra' } })
  expect((await dismiss()).body).toEqual({ dismissed: 1 })
  expect((await dismiss()).error.message).toBe(text('errors.ProviderActionNotAllowed.bankLineDone'))
  expect((await callConsole(server, 'consoleWork', { as: fina, query: { kind: 'bank_lines' } })).body.items).toEqual([])
})

it('matches a line by hand with a second person, who sees both amounts, once', async () => {
  const less = { ...reported(2, 'executed'), amountCents: cents((payouts[2]?.amountCents ?? 0) - 150) }
  const { body: file } = await callConsole(server, 'consoleBankFileRead', { as: fina, body: bodyOf(movements([less], [], 'MENOS')) })
  await applyBankFiles(server.services)
  expect(await stateOf(2)).toBe('sent')
  const match = (reference: string, as = fina) =>
    callConsole(server, 'consoleBankLineMatch', { as, params: { fileId: file.id, line: '1' }, body: { reference } })
  expect((await match('LIQ-2026-000000')).error.message).toBe(text('errors.ProviderActionNotAllowed.bankLineNoOrder'))
  expect((await match(payouts[0]?.reference ?? '')).error.message).toBe(text('errors.ProviderActionNotAllowed.payoutState'))
  const [first, second] = [await match(less.reference), await match(less.reference, flor)]
  expect([first.status, second.status, await stateOf(2)]).toEqual([202, 202, 'sent'])
  const { body: pending } = await callConsole(server, 'staffConfirmationList', { as: flor })
  expect(pending.pending.map(({ before, after }) => [before, after])).toContainEqual([
    { reference: less.reference, payment: 'pending', amountCents: payouts[2]?.amountCents },
    { reference: less.reference, payment: 'executed', amountCents: less.amountCents },
  ])
  const confirm = (change: typeof first, as: TestStaff) =>
    callConsole(server, 'staffConfirmationConfirm', {
      as,
      params: { confirmationId: (change.body as { confirmation?: { id: string } }).confirmation?.id ?? '' },
    })
  expect([(await confirm(first, flor)).status, (await confirm(second, fina)).status]).toEqual([200, 409])
  expect(await stateOf(2)).toBe('confirmed')
})

it('refuses whole, with a sentence, what is no file of our account', async () => {
  const good = movements([reported(0, 'returned', 'AC04')], [], 'MALO')
  const sentence = async (content: string) =>
    (await callConsole(server, 'consoleBankFileRead', { as: fina, body: bodyOf(content) })).error.message
  const why = (name: string, values: Record<string, string> = {}) => text(`errors.ProviderActionNotAllowed.${name}`, values)
  expect(await sentence(good.slice(0, -30))).toBe(why('bankFileMalformed'))
  expect(await sentence(good.replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>'))).toBe(why('bankFileDtd'))
  expect(await sentence(good.replaceAll(iban, 'ES9121000418450200051332'))).toBe(why('bankFileAccount', { account: '1332' }))
  expect(await sentence(good.replace('>AC04<', '>AC04<').replace(/<BookgDt>.*?<\/ValDt>/s, ''))).toBe(why('bankFileEntry', { entry: '1' }))
  expect(await sentence('Fecha;Importe\n1;2\n')).toBe(why('bankFileKind'))
  expect(await sentence('<a/>')).toBe(why('bankFileKind'))
  expect(await sentence(' ')).toBe(why('bankFileEmpty'))
  expect(await sentence(`${'<a>'.repeat(200_000)}`)).toBe(why('bankFileMalformed'))
  expect(await stateOf(0)).toBe('confirmed')
})

it('reads the folder: whole files alone, good ones into done, others into failed, each once', async () => {
  const statusDir = await mkdtemp(join(tmpdir(), 'status-'))
  prepareBankFolders({ iban, payoutDir: null, statusDir })
  const services = { ...server.services, config: { bank: { statusDir } } }
  const put = async (name: string, content: string, old = true) => {
    await writeFile(join(statusDir, name), content)
    if (old) await utimes(join(statusDir, name), new Date(Date.now() - 60_000), new Date(Date.now() - 60_000))
  }
  const file = movements([reported(0, 'returned', 'AC04')], [], 'CARPETA')
  await put('uno.xml', file)
  await put('dos.xml', '<roto')
  await put('tres.xml.part', file)
  await put('cuatro.xml', file, false)
  expect(await readBankFolder(services)).toBe(2)
  expect((await readdir(statusDir)).toSorted()).toEqual(['cuatro.xml', 'done', 'failed', 'tres.xml.part'])
  // The same bytes again, under the same name.
  await put('uno.xml', file)
  await readBankFolder(services)
  expect([(await readdir(join(statusDir, 'done'))).length, await readdir(join(statusDir, 'failed'))]).toEqual([2, ['dos.xml']])
  await applyBankFiles(server.services)
  expect(await stateOf(0)).toBe('returned')
  const { body } = await callConsole(server, 'consoleBankFileList', { as: support })
  const fromFolder = body.results.filter(({ source }) => source === 'folder')
  expect(fromFolder.map(({ name, problem }) => [name, problem]).toSorted()).toEqual([
    ['dos.xml', text('errors.ProviderActionNotAllowed.bankFileMalformed')],
    ['uno.xml', null],
  ])
  await rm(statusDir, { recursive: true })
})

it('takes files of the provider’s own systems, by a key that may write money, once', async () => {
  const key = await addProviderKey(server, { scopes: ['money:read', 'money:write'] })
  const reader = await addProviderKey(server, { scopes: ['money:read'] })
  const report = statusReportFile({
    version: 10,
    messageId: 'API-1',
    at: server.services.now(),
    original: { messageId: payouts[0]?.message ?? '', kind: 'transfer' },
    group: { status: 'ACCP' },
    orders: [reported(1, 'executed')],
  })
  const send = (by = key) => callProvider(server, by, 'providerBankFileRead', { body: bodyOf(report, 'api.xml') })
  expect((await send(reader)).status).toBe(403)
  const first = await send()
  expect(first).toMatchObject({ status: 200, body: { format: 'pain002', counts: { waiting: 1, noted: 1 } } })
  await applyBankFiles(server.services)
  expect((await send()).body.id).toBe(first.body.id)
  const { body } = await callProvider(server, reader, 'providerBankFile', { params: { fileId: first.body.id } })
  expect(body.counts).toMatchObject({ waiting: 0, repeated: 1, noted: 1 })
  expect((await callProvider(server, reader, 'providerBankFile', { params: { fileId: hexOf(ids.accountA) } })).status).toBe(404)
  const { body: files } = await callConsole(server, 'consolePayoutFileList', { as: support })
  expect(files.results[0]?.acceptedAt).not.toBeNull()
})

it('makes by hand no file of payments that are being sent at that moment, and never sends what is in one', async () => {
  await writeSales(server.database.ownerUrl, [{ at: '2026-11-12T12:00:00Z', totalCents: 10_000 }])
  await server.ownerSql(`update settlement_runs set settled_until = '-infinity'`)
  await callConsole(server, 'consoleSettlementRun', { as: fina, body: {} })
  server.services.config.console.secondPerson = false
  const make = () => callConsole(server, 'consolePayoutFileMake', { as: fina })
  const [row] = await server.ownerSql<{ reference: string }>(
    `update payout_queue q set message_id = 'Tbeingsent', ask_at = $1 from payouts p where p.reference = q.reference and p.state = 'queued' returning q.reference`,
    [new Date(server.services.now().getTime() + 30_000)],
  )
  expect((await make()).error.message).toBe(text('errors.ProviderActionNotAllowed.noneWaiting'))
  await server.ownerSql(`update payout_queue set ask_at = '-infinity', message_id = null where reference = $1`, [row?.reference])
  expect((await make()).body).toMatchObject({ transfers: 1 })
  await server.ownerSql(`update payout_queue set ask_at = '-infinity'`)
  await payOut(server.services)
  expect(await readdir(folder)).toEqual([])
})

it('hands over no payment that ended while its file was only stored', async () => {
  await writeSales(server.database.ownerUrl, [
    { at: '2026-11-11T12:00:00Z', totalCents: 10_000, merchantId: ids.merchantA2 },
    { at: '2026-11-11T12:00:00Z', totalCents: 20_000, merchantId: ids.merchantB1 },
  ])
  await server.ownerSql(`update settlement_runs set settled_until = '-infinity'`)
  await callConsole(server, 'consoleSettlementRun', { as: fina, body: {} })
  const { transfers } = server.services.payments
  const unreachable = { ...transfers, send: () => Promise.reject(new Error('the folder is full')) }
  await payOut({ ...server.services, log: () => {}, payments: { transfers: unreachable } })
  const [stored] = await server.ownerSql<{ message_id: string; transfers: number }>(
    `select message_id, transfers from payout_files where written_at is null`,
  )
  expect(stored?.transfers).toBe(2)
  const [ended] = await server.ownerSql<{ reference: string }>(
    `with gone as (delete from payout_queue where reference = (select min(reference) from payout_queue where message_id = $1) returning reference)
     update payouts p set state = 'returned', done_at = now() from gone where p.reference = gone.reference returning p.reference`,
    [stored?.message_id],
  )
  await server.ownerSql(`update payout_queue set ask_at = '-infinity'`)
  await payOut(server.services)
  const [name = ''] = await readdir(folder)
  const xml = await readFile(join(folder, name), 'utf8')
  expect(xml.match(/<EndToEndId>/g)?.length).toBe(1)
  expect(xml).not.toContain(ended?.reference)
})
