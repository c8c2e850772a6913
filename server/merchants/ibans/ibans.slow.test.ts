import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { spanishIban } from '#domain/money/iban'
import { ids, testHash } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer, type TestSession } from '../../testing/testServices.ts'
import { pdfOf } from '../../testing/uploads/testFiles.ts'
import { chrome, enter, HOUR, writeOwnersAndAccounts, emails, newIban, oldIban, otherIban, shopOf } from '../../testing/ibans/testChange.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
  await writeOwnersAndAccounts(server)
})
afterEach(() => server.close())

const alone = () => shopOf(server, ids.merchantB1)
const withOwners = () => shopOf(server, ids.merchantA1)
const owner = (email = 'owner@b.test') => enter(server, email)
const type = (answer: { status: number; error: { type?: string } }) => `${answer.status} ${answer.error.type ?? ''}`.trim()

describe('with one owner', () => {
  it('a change passes all its states, and the previous account is paid until it takes effect', async () => {
    const shop = alone()
    const session = await owner()
    const created = await shop.create(session)
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      iban: 'ES91 •••• 1332',
      status: 'unconfirmed',
      bankName: expect.stringMatching(/CAIXABANK/i),
      holderName: 'Berta Vidal',
      certificate: { fileName: 'Certificado.pdf' },
      requestedBy: { name: 'Berta Vidal' },
      effectiveFrom: null,
    })
    const { id } = created.body
    expect(await shop.review(id)).toMatchObject({ type: 'ReviewNotAllowed', why: 'iban' })

    expect(type(await shop.confirm(id, session))).toBe('401 StepUpRequired')
    expect((await server.call('me', { as: session })).status).toBe(200)
    expect(await shop.state(id)).toBe('unconfirmed')
    await shop.stepUp(session)
    expect((await shop.confirm(id, session)).body).toMatchObject({ status: 'pending_review', needsSecondOwner: false })
    expect(type(await shop.confirm(id, session))).toBe('409 IbanChangeNotAllowed')

    expect(await shop.move()).toBe(0)
    expect(await shop.review(id)).toBeNull()
    const approvedAt = server.services.now().getTime()
    const cooling = (await shop.list(session)).body.find((one) => one.id === id)
    expect(cooling).toMatchObject({ status: 'cooling', paymentsPaused: false })
    expect(Math.abs(Date.parse(cooling?.effectiveFrom ?? '') - approvedAt - 72 * HOUR)).toBeLessThan(600_000)
    expect((cooling?.firstSettlementOn ?? '') > (cooling?.effectiveFrom ?? '').slice(0, 10)).toBe(true)

    server.moveClock(71.9 * HOUR)
    expect([await shop.move(), await shop.paid()]).toEqual([0, oldIban])
    server.moveClock(0.2 * HOUR)
    expect([await shop.move(), await shop.paid()]).toEqual([1, newIban])
    expect(await shop.move()).toBe(0)
    const after = (await shop.list(await owner())).body
    expect(after.map(({ iban, status, isDefault, merchants }) => [iban, status, isDefault, merchants.length])).toEqual([
      ['ES91 •••• 1332', 'active', true, 1],
      ['ES60 •••• 7892', 'replaced', false, 0],
    ])
    const auditEntries = await server.ownerSql<{ call: string; outcome: string }>(
      `select call, outcome from audit_entries where account_id = $1 and call <> 'sessionSignIn' order by seq`,
      [ids.accountB],
    )
    expect(auditEntries.map(({ call, outcome }) => `${call} ${outcome}`)).toEqual([
      'merchantIbanCreate done',
      'operator.approve-iban refused',
      'ibanConfirm StepUpRequired',
      'meStepUp done',
      'ibanConfirm done',
      'ibanConfirm IbanChangeNotAllowed',
      'operator.approve-iban done',
      'ibans.moveAccounts done',
    ])
    const notified = await server.ownerSql<{ type: string }>('select type from notifications where account_id = $1 order by created_at', [
      ids.accountB,
    ])
    expect(notified.map((one) => one.type)).toEqual(['iban_requested', 'iban_approved', 'iban_active'])
  })

  it('requested from a new device it holds payments; from an updated browser it does not', async () => {
    const shop = alone()
    const paused = async (userAgent: string) => {
      const session = await enter(server, 'owner@b.test', userAgent)
      const id = await shop.ask(session)
      await shop.review(id)
      const [bankAccount] = (await shop.list(session)).body
      await shop.cancel(id, session)
      return bankAccount?.paymentsPaused
    }
    expect(await paused(chrome)).toBe(false)
    expect(await paused(chrome.replace('141.0.0.0', '142.1.0.0'))).toBe(false)
    expect(await paused(chrome.replace('Windows NT 10.0; Win64; x64', 'X11; Linux x86_64'))).toBe(true)
    // A second session an hour later comes from the same new device.
    server.moveClock(HOUR)
    expect(await paused(chrome.replace('Windows NT 10.0; Win64; x64', 'X11; Linux x86_64'))).toBe(true)
    server.moveClock(31 * 24 * HOUR)
    expect(await paused(chrome)).toBe(true)
  })

  it('concurrent workers apply it once', async () => {
    const shop = alone()
    const id = await shop.ask(await owner())
    await shop.review(id)
    server.moveClock(73 * HOUR)
    const moved = await Promise.all(Array.from({ length: 6 }, () => shop.move()))
    expect([moved.reduce((sum, one) => sum + one, 0), await shop.paid()]).toEqual([1, newIban])
    expect(await server.ownerSql("select from notifications where type = 'iban_active'")).toHaveLength(1)
  })

  it('a repeat with the same idempotency key gets the same answer, and StepUpRequired is not stored', async () => {
    const shop = alone()
    const session = await owner()
    const first = await shop.create(session, newIban, { key: 'k1' })
    expect((await shop.create(session, newIban, { key: 'k1' })).raw).toBe(first.raw)
    expect(type(await shop.confirm(first.body.id, session, 'k2'))).toBe('401 StepUpRequired')
    await shop.stepUp(session)
    expect((await shop.confirm(first.body.id, session, 'k2')).status).toBe(200)
    expect((await shop.confirm(first.body.id, session, 'k2')).headers.get('idempotency-replayed')).toBe('true')
  })

  it('a step-up older than five minutes does not confirm', async () => {
    const shop = alone()
    const session = await owner()
    const { id } = (await shop.create(session)).body
    await shop.stepUp(session)
    server.moveClock(6 * 60_000)
    expect(type(await shop.confirm(id, session))).toBe('401 StepUpRequired')
  })

  it('an unconfirmed change ends after a day, and is never paid', async () => {
    const shop = alone()
    const { id } = (await shop.create(await owner())).body
    server.moveClock(23 * HOUR)
    expect(await shop.move()).toBe(0)
    server.moveClock(2 * HOUR)
    expect([await shop.move(), await shop.state(id), await shop.paid()]).toEqual([1, 'cancelled', oldIban])
    expect(await emails(server)).toEqual([])
  })

  it('a password change in the week before extends cooling off to seven days', async () => {
    const shop = alone()
    const session = await owner()
    await server.ownerSql(
      `insert into password_history (user_id, password_hash, replaced_at) select id, $1, now() - interval '6 days 23 hours' from users where email = 'owner@b.test'`,
      [testHash('x')],
    )
    const id = await shop.ask(session)
    await shop.review(id)
    server.moveClock(6.9 * 24 * HOUR)
    expect([await shop.move(), await shop.paid()]).toEqual([0, oldIban])
    server.moveClock(0.2 * 24 * HOUR)
    expect([await shop.move(), await shop.paid()]).toEqual([1, newIban])
  })

  it('so does a new e-mail or second factor; the previous address is notified too', async () => {
    const shop = alone()
    const session = await owner()
    await server.ownerSql("update users set credentials_changed_at = now() - interval '6 days 23 hours' where email = 'owner@b.test'")
    await server.ownerSql(
      `insert into email_changes (id, user_id, old_email, new_email, state, created_at, expires_at, ended_at) select gen_random_uuid(), id, v.old, email, 'done', v.at, v.at, v.at
        from users, (values ('antes@b.test', now() - interval '6 days'), ('mucho.antes@b.test', now() - interval '8 days')) v (old, at) where email = 'owner@b.test'`,
    )
    const id = await shop.ask(session)
    await shop.review(id)
    const sent = (await emails(server)).map(({ to }) => to)
    expect([sent.includes('owner@b.test'), sent.includes('antes@b.test'), sent.includes('mucho.antes@b.test')]).toEqual([true, true, false])
    server.moveClock(6.9 * 24 * HOUR)
    expect([await shop.move(), await shop.paid()]).toEqual([0, oldIban])
    server.moveClock(0.2 * 24 * HOUR)
    expect([await shop.move(), await shop.paid()]).toEqual([1, newIban])
  })

  it('the provider rejects with a reason that the owner reads, also while it cools off', async () => {
    const shop = alone()
    const id = await shop.ask(await owner())
    expect(await shop.review(id, { approved: false, reason: 'El certificado es de otra cuenta.' })).toBeNull()
    const [first] = (await shop.list(await owner())).body
    expect(first).toMatchObject({ status: 'rejected', rejectionReason: 'El certificado es de otra cuenta.' })
    const { results } = (await server.call('notificationList', { as: await owner() })).body
    expect(results.find(({ type }) => type === 'iban_rejected')?.values).toContainEqual({
      key: 'why',
      value: 'El certificado es de otra cuenta.',
    })
    const again = await shop.ask(await owner(), otherIban)
    await shop.review(again)
    expect(await shop.review(again, { approved: false, reason: 'Llamó el banco.' })).toBeNull()
    server.moveClock(100 * HOUR)
    expect([await shop.move(), await shop.paid()]).toEqual([0, oldIban])
  })

  it('an owner cancels it at any time before it takes effect', async () => {
    const shop = alone()
    for (const step of ['unconfirmed', 'pending_review', 'cooling']) {
      const session = await owner()
      const { id } = (await shop.create(session)).body
      if (step !== 'unconfirmed') {
        await shop.stepUp(session)
        await shop.confirm(id, session)
      }
      if (step === 'cooling') {
        await shop.review(id)
        server.moveClock(72 * HOUR + 1_000)
      }
      expect(await shop.state(id)).toBe(step)
      expect((await shop.cancel(id, step === 'cooling' ? await owner() : session)).body.status).toBe('cancelled')
      expect(type(await shop.cancel(id, await owner()))).toBe('409 IbanChangeNotAllowed')
      server.moveClock(1_000)
      expect([await shop.move(), await shop.paid()]).toEqual([0, oldIban])
    }
  })
})

describe('with two owners', () => {
  it.each(['review first', 'owner first'])('a change needs both: %s', async (order) => {
    const shop = withOwners()
    const first = await owner('owner@a.test')
    const second = await owner('second@a.test')
    const id = await shop.ask(first)
    expect(type(await shop.approve(id, first))).toBe('409 IbanChangeNotAllowed')
    expect(type(await shop.approve(id, second))).toBe('401 StepUpRequired')
    await shop.stepUp(second)
    expect(type(await shop.confirm(id, second))).toBe('409 IbanChangeNotAllowed')
    const steps = [() => shop.review(id), () => shop.approve(id, second)]
    if (order === 'owner first') steps.reverse()
    await steps[0]?.()
    expect(await shop.state(id)).toBe('pending_review')
    server.moveClock(200 * HOUR)
    expect([await shop.move(), await shop.paid()]).toEqual([0, oldIban])
    server.moveClock(-200 * HOUR)
    await steps[1]?.()
    expect(await shop.state(id)).toBe('cooling')
    expect(type(await shop.approve(id, second))).toBe('409 IbanChangeNotAllowed')
    server.moveClock(73 * HOUR)
    expect([await shop.move(), await shop.paid()]).toEqual([1, newIban])
    // The company's other shop is still paid to its account.
    expect(await shopOf(server, ids.merchantA2).paid()).toBe(oldIban)
  })

  it('simultaneous confirmation and consent start cooling off once', async () => {
    const shop = withOwners()
    const second = await owner('second@a.test')
    const id = await shop.ask(await owner('owner@a.test'))
    await shop.stepUp(second)
    await Promise.all([shop.review(id), shop.approve(id, second), shop.approve(id, second), shop.review(id)])
    expect(await shop.state(id)).toBe('cooling')
    expect(
      (await emails(server))
        .filter(({ subject }) => subject.includes('empieza a cobrar'))
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual(['owner@a.test', 'second@a.test'])
  })

  it('an owner who may not enter the shop, or has left, is not required', async () => {
    await server.ownerSql(`insert into user_merchants (user_id, merchant_id) select id, $1 from users where email = 'second@a.test'`, [
      ids.merchantA2,
    ])
    const shop = withOwners()
    const created = (await shop.create(await owner('owner@a.test'))).body
    const session = await owner('owner@a.test')
    await shop.stepUp(session)
    expect((await shop.confirm(created.id, session)).body.needsSecondOwner).toBe(false)
  })
})

it('numbers of other countries are accepted; their bank is shown when known', async () => {
  const shop = alone()
  const session = await owner()
  for (const [iban, bankCode, bic] of [
    ['IBAN DE89 3704 0044 0532 0130 00', null, null],
    ['PT45 0035 0683 0000 0000 7843 5', 'PT0035', 'CGDIPTPL'],
    ['\u202aFR14 2004 1010 0505 0001 3M02 606\u202c', null, null],
  ] as const) {
    const { status, body } = await shop.create(session, iban)
    expect([status, body?.bankCode, body?.bic], iban).toEqual([201, bankCode, bic])
    expect((await shop.cancel(body.id, session)).status).toBe(200)
  }
})

describe('what is refused', () => {
  it('an invalid number, with the part that is wrong; an unknown bank; the present account; a second change; test mode; an invalid file', async () => {
    const session = await owner()
    for (const [iban, code] of [
      ['TR330006100519786457841326', 'country'],
      ['ES91 2100 0418 4502 0005 133', 'length'],
      ['ES90 2100 0418 4502 0005 1332', 'check'],
      ['ES6821000418000200051332', 'control'],
      ['ES91 2100 O418 4502 0005 1332', 'characters'],
    ] as const) {
      const answer = await alone().create(session, iban)
      expect([answer.status, answer.error.fields?.[0]?.name, answer.error.fields?.[0]?.code], iban).toEqual([400, 'iban', code])
      expect(answer.error.fields?.[0]?.message.length, iban).toBeGreaterThan(10)
    }
    const shop = alone()
    expect((await shop.create(session, spanishIban('9001', '0001', '1234567890'))).error.fields?.[0]?.code).toBe('bank')
    expect(type(await shop.create(session, oldIban.toLowerCase().replace(/(.{4})/g, '$1 ')))).toBe('409 IbanUnchanged')
    expect(type(await shop.create(session, newIban, { mode: 'sandbox' }))).toBe('409 IbanChangeNotAllowed')
    const bad = await shop.create(session, newIban, { file: { name: 'x.pdf', bytes: Buffer.from('<html>') } })
    expect([type(bad), bad.error.message]).toEqual(['415 FileNotAccepted', expect.stringContaining('PDF')])
    expect((await shop.create(session)).status).toBe(201)
    expect(type(await shop.create(session, otherIban))).toBe('409 IbanPendingReview')
  })

  it('all but one of simultaneous requests', async () => {
    const shop = alone()
    const session = await owner()
    const outcomes: string[] = []
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const answers = await Promise.all(Array.from({ length: 4 }, (_, at) => shop.create(session, [newIban, otherIban][at % 2])))
      outcomes.push(...answers.map(type))
    }
    expect(outcomes.filter((one) => one === '201')).toHaveLength(1)
    expect(outcomes.filter((one) => one !== '201' && one !== '409 IbanPendingReview' && !one.startsWith('429'))).toEqual([])
    expect(await server.ownerSql(`select from bank_accounts where state = 'unconfirmed'`)).toHaveLength(1)
    expect(await server.ownerSql('select from uploads')).toHaveLength(1)
  })

  it('other roles, other companies, and people who did not request it', async () => {
    const shop = alone()
    const session = await owner()
    const id = await shop.ask(session)
    const stranger = await owner('owner@a.test')
    await shop.stepUp(stranger)
    for (const answer of [await shop.confirm(id, stranger), await shop.approve(id, stranger), await shop.cancel(id, stranger)])
      expect(type(answer)).toBe('404 ObjectNotFoundException')
    // Also through a shop of their own.
    for (const answer of [await withOwners().cancel(id, stranger), await withOwners().approve(id, stranger)])
      expect(type(answer)).toBe('404 ObjectNotFoundException')
    expect(await shop.state(id)).toBe('pending_review')
    const admin = await enter(server, 'admin@a.test')
    expect(type(await withOwners().create(admin))).toBe('403 PermissionDenied')
    expect((await withOwners().list(admin)).body.map(({ iban }) => iban)).toEqual(['ES60 •••• 7892'])
    expect(type(await withOwners().list(await enter(server, 'guest@a.test')))).toBe('403 PermissionDenied')
    const limited = await server.call('ibanList', { as: await enter(server, 'limited@a.test') })
    expect(limited.body.flatMap(({ merchants }) => merchants.map(({ name }) => name))).toEqual(['Tienda Triana'])
  })

  it('in the database: skipping a state, and paying a shop to an account that is not active', async () => {
    const shop = withOwners()
    const id = await shop.ask(await owner('owner@a.test'))
    const uuid = `(select id from bank_accounts where state = 'pending_review')`
    for (const statement of [
      `update bank_accounts set state = 'active' where id = ${uuid}`,
      `update bank_accounts set state = 'cooling' where id = ${uuid}`,
      `update bank_accounts set iban = '${otherIban}' where id = ${uuid}`,
      `update bank_accounts set second_owner_id = requested_by where id = ${uuid}`,
      `update merchants set bank_account_id = ${uuid} where id = '${ids.merchantA1}'`,
      `update merchants set bank_account_id = '01900000-0000-7000-8000-0000000009b1' where id = '${ids.merchantA1}'`,
      `update bank_accounts set state = 'cooling', reviewed_at = now(), second_owner_id = '01900000-0000-7000-8000-0000000001af', approved_at = now(), effective_from = now() + interval '71 hours' where id = ${uuid}`,
    ])
      await expect(server.ownerSql(statement), statement).rejects.toThrow(/bank account|bank_accounts|shop is paid/)
    expect(await shop.state(id)).toBe('pending_review')
  })
})

it('merchantIbanCreate allows at most twenty files a day', async () => {
  const shop = alone()
  const session = await owner()
  await server.ownerSql(`insert into uploads (id, account_id, user_id, purpose, file_name, media_type, bytes, sha256, created_at)
    select gen_random_uuid(), account_id, id, 'iban_certificate', 'x.pdf', 'application/pdf', 'x', sha256('x'), now() - interval '1 hour' from members, generate_series(1, 20) where email = 'owner@b.test'`)
  const answer = await shop.create(session)
  expect([type(answer), Number(answer.headers.get('retry-after'))]).toEqual(['429 TooManyRequests', 3_600])
  server.moveClock(24 * HOUR)
  expect((await shop.create(await owner())).status).toBe(201)
})

it('ibanCertificate sends a certificate as a download of its own type, to owners of its company only', async () => {
  const shop = withOwners()
  const session = await owner('owner@a.test')
  const sent = { name: '../../Certificación\u202Efdp.exe', bytes: pdfOf({ pages: 2 }) }
  const { id, certificate } = (await shop.create(session, newIban, { file: sent })).body
  expect(certificate).toMatchObject({ fileName: 'Certificaciónfdp.pdf', sizeBytes: sent.bytes.length })
  const path = (merchant: string, iban = id) => `/v2/merchants/${merchant.replaceAll('-', '')}/ibans/${iban}/certificate`
  const answer = await server.send('GET', path(ids.merchantA1), { as: session })
  expect(answer.raw).toBe(sent.bytes.toString())
  expect(
    Object.fromEntries(
      ['content-type', 'content-disposition', 'x-content-type-options', 'content-security-policy', 'cache-control'].map((name) => [
        name,
        answer.headers.get(name),
      ]),
    ),
  ).toEqual({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="Certificacionfdp.pdf"',
    'x-content-type-options': 'nosniff',
    'content-security-policy': 'sandbox',
    'cache-control': 'no-store',
  })
  const status = async (merchant: string, as: TestSession) => (await server.send('GET', path(merchant), { as })).status
  expect(await status(ids.merchantA1, await enter(server, 'admin@a.test'))).toBe(403)
  expect(await status(ids.merchantA1, await owner())).toBe(404)
  expect(await status(ids.merchantB1, await owner())).toBe(404)
  expect(await status(ids.merchantA2, session)).toBe(404)
})
