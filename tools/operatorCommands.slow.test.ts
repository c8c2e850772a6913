import { annulRecordCommand } from './annulRecord.ts'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi, type MockInstance } from 'vitest'
import { enter, writeOwnersAndAccounts, newIban, shopOf } from '../server/testing/ibans/testChange.ts'
import { ids } from '../server/testing/testFixture.ts'
import { startTestServer, type TestServer } from '../server/testing/testServices.ts'
import { hexOf } from '../server/platform/calls/wire.ts'
import { newAccount, shop, submitted } from '../server/testing/onboarding/testOnboarding.ts'
import { outboxCommand } from './outboxCommand.ts'
import { reviewIbans } from './reviewIbans.ts'
import { reviewOnboarding } from './reviewOnboarding.ts'
import { switchAccounts } from './switchAccounts.ts'
import { taxRate } from './taxRate.ts'

// The provider's commands as typed at the console: the output of each is the input of the next; also checks what the shop's members see afterwards.
const commands = { ...outboxCommand, ...reviewIbans, ...reviewOnboarding, ...switchAccounts, ...taxRate }
let server: TestServer
let folder: string
let logSpy: MockInstance<typeof console.log>
beforeAll(async () => {
  server = await startTestServer()
  await writeOwnersAndAccounts(server)
  folder = await mkdtemp(join(tmpdir(), 'operator-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  logSpy = vi.spyOn(console, 'log').mockImplementation(() => {})
})
afterEach(() => logSpy.mockRestore())

/** Runs a command with its arguments; returns its output. Rejects with the reason. */
async function order(line: string): Promise<string> {
  logSpy.mockClear()
  const [name = '', ...words] = line.split(' ')
  await commands[name]?.run({ database: server.services.database, now: server.services.now }, words)
  return logSpy.mock.calls.flat().join('\n')
}
const doneBy = async (accountId: string) =>
  (
    await server.ownerSql<{ call: string; outcome: string }>(
      `select call, outcome from audit_entries where account_id = $1 and role = 'operator' order by seq`,
      [accountId],
    )
  ).map(({ call, outcome }) => `${call.replace('operator.', '')} ${outcome}`)

it('finds an account, disables it with a reason that its members read, and enables it again', async () => {
  const output = await order('account Owner@A.test')
  expect(output).toMatch(/^[0-9a-f]{32} {2}Comercial Núñez S\.L\., enabled\n {2}[0-9a-f]{32} {2}Tienda Gran Vía, active\n/)
  const account = output.slice(0, 32)
  await expect(order('account nadie@a.test')).rejects.toThrow('Nobody signs in')
  await expect(order(`disable-account ${account}`)).rejects.toThrow('Say why')
  await expect(order(`disable-account ${'f'.repeat(32)} Falta un papel`)).rejects.toThrow('No lo encontramos.')
  const params = { merchantId: hexOf(ids.merchantA1) }
  const create = async () =>
    server.call('campaignCreate', { params, body: { name: 'Otoño', scope: 'bulk' }, as: await enter(server, 'owner@a.test') })

  expect(await order(`disable-account ${account} Ha caducado la escritura.`)).toBe('Done.')
  await expect(order(`disable-account ${account} Otra vez.`)).rejects.toThrow('La cuenta ya está desactivada.')
  expect(await order('account owner@a.test')).toContain('disabled since')
  expect((await create()).error.type).toBe('AccountDisabled')
  const session = await enter(server, 'owner@a.test')
  expect((await server.call('me', { as: session })).body.disabled).toEqual(expect.any(String))
  for (const name of ['settlementList', 'operationList'] as const)
    expect((await server.call(name, { params, as: session })).status).toBe(200)
  for (const email of ['owner@a.test', 'guest@a.test']) {
    const { results } = (await server.call('notificationList', { as: await enter(server, email), query: {} })).body
    const notices = results.filter(({ type }) => type === 'account_disabled')
    expect(notices.map(({ values }) => values)).toEqual([[{ key: 'reason', value: 'Ha caducado la escritura.' }]])
  }
  const emails = await server.ownerSql<{ email: string }>(
    `select u.email from outbox l join users u on u.id = l.user_id where l.kind = 'notice_email' order by 1`,
  )
  expect(emails.map(({ email }) => email)).toEqual(['owner@a.test', 'second@a.test'])

  await server.ownerSql(`update outbox set state = 'dead', done_at = now(), attempts = 14, last_error = 'Error ETIMEDOUT'`)
  const about = `  14 attempts, last Error ETIMEDOUT  account ${account}, user `
  const dead = (await order('outbox list')).split('\n').filter((line) => line.includes(about))
  expect(dead).toHaveLength(2)
  expect(await order(`outbox list ${account}`)).toBe(dead.join('\n'))
  expect(await order(`outbox list ${hexOf(ids.accountB)}`)).toBe('No message was given up.')
  await expect(order('outbox list here')).rejects.toThrow('id of an account or shop')
  await expect(order('outbox retry paper')).rejects.toThrow('Say which')
  await expect(order('outbox retry team_email')).rejects.toThrow('No such message')
  expect(await order(`outbox retry ${dead[0]?.slice(0, 32)}`)).toBe('1 message is sent again by the running server.')
  expect(await order('outbox retry notice_email')).toBe('1 message is sent again by the running server.')
  expect(await order('outbox list')).toBe('No message was given up.')

  expect(await order(`enable-account ${account}`)).toBe('Done.')
  await expect(order(`enable-account ${account}`)).rejects.toThrow('La cuenta ya está activa.')
  expect((await create()).status).toBe(201)
  expect(await doneBy(ids.accountA)).toEqual([
    'disable-account done',
    'disable-account refused',
    'enable-account done',
    'enable-account refused',
  ])
})

it('reviews a requested shop document by document, requests a correction, and decides', async () => {
  const { accountId, session } = await newAccount(server, 'self_employed')
  const merchant = await submitted(server, session)
  const waiting = (await order('shops-waiting')).split('\n').find((line) => line.startsWith(merchant)) ?? ''
  expect(waiting).toContain(hexOf(accountId))
  const papers = async () => [...(await order(`papers ${hexOf(accountId)}`)).matchAll(/^ {2}([0-9a-f]{32}) {2}single {2}(\w+)/gm)]
  const [first, ...others] = (await papers()).map(([, id]) => id)
  await order(`paper-file ${first} ${join(folder, 'papel')}`)
  expect(readFileSync(join(folder, 'papel'), 'utf8')).toBe('x')
  await expect(order(`reject-document ${first} feo`)).rejects.toThrow('The reasons are')
  await order(`reject-document ${first} illegible No se lee la letra.`)
  await expect(order(`approve-merchant ${merchant}`)).rejects.toThrow('Not possible')
  await expect(order(`approve-document ${first}`)).rejects.toThrow('Not possible')
  for (const id of others) expect(await order(`approve-document ${id} 2030-01-31`)).toBe('Done.')
  await order(`ask-change ${hexOf(accountId)} profile address.street Falta el número.`)
  const state = (await server.call('onboardingState', { as: session })).body
  expect([state.status, state.changes.map(({ field, message }) => [field, message])]).toEqual([
    'changes_requested',
    [['address.street', 'Falta el número.']],
  ])
  await expect(order(`approve-merchant ${merchant}`)).rejects.toThrow('Not possible')
  await expect(order(`reject-merchant ${merchant}`)).rejects.toThrow('Say it')
  await order(`reject-merchant ${merchant} No aceptamos esta actividad.`)
  const { body } = await server.call('merchantDetail', { params: { merchantId: merchant }, as: session })
  expect([body.name, body.status, body.rejection?.reason]).toEqual([shop.name, 'rejected', 'No aceptamos esta actividad.'])
})

it('compares a change of bank account with its certificate, rejects one with a reason, and lets another enter its cooling-off period', async () => {
  const owner = await enter(server, 'owner@b.test')
  const shop = shopOf(server, ids.merchantB1)
  const first = await shop.ask(owner)
  expect(await order('ibans')).toContain(first)
  expect(await order(`iban-papers ${first} ${join(folder, 'certificado')}`)).toContain('ES91 2100 0418 4502 0005 1332  Berta Vidal')
  await expect(order(`reject-iban ${first}`)).rejects.toThrow('Say why')
  await order(`reject-iban ${first} El certificado es de otra empresa.`)
  const seen = (await shop.list(owner)).body.find(({ id }) => id === first)
  expect([seen?.status, seen?.rejectionReason]).toEqual(['rejected', 'El certificado es de otra empresa.'])
  const second = await shop.ask(owner, newIban)
  await order(`approve-iban ${second}`)
  await expect(order(`approve-iban ${second}`)).rejects.toThrow('Not possible')
  expect(await shop.state(second)).toBe('cooling')
  expect(await doneBy(ids.accountB)).toEqual(['read-certificate done', 'reject-iban done', 'approve-iban done', 'approve-iban refused'])
})

it('annuls a record only where there is a register', async () => {
  const annul = annulRecordCommand['annul-record']
  await expect(annul?.run(server.services, ['F-2026-000001', 'Entró dos veces'])).rejects.toThrow('VERIFACTU is off')
})

it('enters the tax on fees of a territory from a day that has not begun', async () => {
  expect(await order('tax-rate ceuta 2031-03-01 5.5')).toBe('Done.')
  expect(await order('tax-rate melilla 2031-03-01 reverse')).toBe('Done.')
  expect(
    await server.ownerSql(
      "select territory || ' ' || rate_bps as said from tax_rates where effective_on = '2031-03-01' order by territory",
    ),
  ).toEqual([{ said: 'ceuta 550' }, { said: 'melilla 0' }])
  for (const [wrong, why] of [
    ['tax-rate madrid 2031-03-01 5', 'none of'],
    ['tax-rate ceuta 01.03.2031 5', 'YYYY-MM-DD'],
    ['tax-rate ceuta 2020-01-01 5', 'has begun'],
    ['tax-rate ceuta 2031-03-01 0', 'neither a rate'],
    ['tax-rate ceuta 2031-03-01 5,5', 'neither a rate'],
  ] as const)
    await expect(order(wrong), wrong).rejects.toThrow(why)
})
