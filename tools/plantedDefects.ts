/** A mistake that would cost money or leak data, and the tests that must fall on it. */
export type PlantedDefect = {
  name: string
  file: string
  /** Stands exactly once in the file. */
  find: string
  replace: string
  caughtBy: readonly string[]
}

/** The mistakes of this trade that have cost others most (our choice). */
export const plantedDefects: readonly PlantedDefect[] = [
  {
    name: 'a refund that looks at no limit',
    file: 'server/operations/holdRefund.ts',
    find: 'and o.refunded_cents + ${amountCents}::bigint <= o.captured_cents and o.substatus',
    replace: 'and o.substatus',
    caughtBy: ['server/operations/refund.test.ts'],
  },
  {
    name: 'a snapshot read where a lock belongs',
    file: 'server/operation/standing.ts',
    find: 'and o.id = ${operationId} for update`',
    replace: 'and o.id = ${operationId}`',
    caughtBy: ['server/operations/refundRaces.slow.test.ts'],
  },
  {
    name: 'the key of a write stored after its effect',
    file: 'server/http/handle.ts',
    find: '    repeat?.keep(db, answer)\n',
    replace: '    setTimeout(() => void house.database.write(reached.scope, async (own) => repeat?.keep(own, answer)), 200)\n',
    caughtBy: ['server/http/idempotency.test.ts'],
  },
  {
    name: 'a database that answers before the disk',
    file: 'server/db/embedded.ts',
    find: "synchronous_commit: 'on'",
    replace: "synchronous_commit: 'off'",
    caughtBy: ['server/db/embedded.crash.test.ts'],
  },
  {
    name: "one table without the shops' wall",
    file: 'server/db/migrations/0009_settlements.sql',
    find: 'alter table payouts enable row level security, force row level security;',
    replace: '',
    caughtBy: ['server/db/database.slow.test.ts', 'server/http/matrix.slow.test.ts', 'server/settlements/settlements.slow.test.ts'],
  },
  {
    name: 'one query without its account',
    file: 'server/notifications/list.ts',
    find: 'where n.account_id = ${caller.accountId} and',
    replace: 'where',
    caughtBy: ['server/notifications/notifications.test.ts'],
  },
  {
    name: 'a call that every role may make',
    file: 'domain/roles.ts',
    find: 'operationRefund: operators',
    replace: 'operationRefund: everyone',
    caughtBy: ['server/operations/lifecycle.slow.test.ts', 'server/operations/refund.test.ts'],
  },
  {
    name: 'keys of test mode that answer for real money',
    file: 'server/http/idempotency.ts',
    find: "sha256('key', key, who.userId, who.merchantId, who.mode, who.method, who.path)",
    replace: "sha256('key', key, who.userId, who.merchantId, who.method, who.path)",
    caughtBy: ['server/http/idempotency.test.ts'],
  },
  {
    name: 'a lost connection that nobody listens for',
    file: 'server/db/database.ts',
    find: "  pool.on('connect', (client) => client.on('error', onLostConnection))\n",
    replace: '',
    caughtBy: ['server/db/database.slow.test.ts', 'server/operations/connectionFaults.slow.test.ts'],
  },
  {
    name: 'days counted in UTC',
    file: 'domain/dates.ts',
    find: '  return fromSerial(madridClock(instant))\n',
    replace: '  return localDate(instant.toISOString().slice(0, 10))\n',
    caughtBy: ['domain/dates.test.ts'],
  },
  {
    name: 'a cell that a spreadsheet takes for a formula',
    file: 'domain/csvText.ts',
    find: "formula.test(plain) ? `'${plain}` : plain",
    replace: 'formula.test(plain) ? plain : plain',
    caughtBy: ['server/operations/download.slow.test.ts'],
  },
  {
    name: 'inline scripts let through',
    file: 'server/http/securityHeaders.ts',
    find: "`script-src 'self' ${[...inlineHashes(html, 'script'), ...provider].join(' ')}`.trimEnd()",
    replace: "`script-src 'self' 'unsafe-inline' ${provider.join(' ')}`.trimEnd()",
    caughtBy: ['server/http/pages.slow.test.ts'],
  },
  {
    name: 'a way back that is any path',
    file: 'web/shell/safeRedirect.ts',
    find: '  let url: URL\n',
    replace: "  if (wanted.startsWith('/')) return wanted\n  let url: URL\n",
    caughtBy: ['web/shell/safeRedirect.test.ts'],
  },
  {
    name: 'a session that ends when two tabs renew it',
    file: 'server/session/refresh.ts',
    find: 'export const graceMs = 10_000',
    replace: 'export const graceMs = -1',
    caughtBy: ['server/session/refresh.slow.test.ts'],
  },
  {
    name: 'a token in the log',
    file: 'server/session/refresh.ts',
    find: "house.log('warn', 'companion_mismatch', { session: sessionId })",
    replace: "house.log('warn', 'companion_mismatch', { session: sessionId, bearer: http.bearer ?? '' })",
    caughtBy: ['server/session/logHygiene.test.ts'],
  },
  {
    name: 'a bank account that is paid at once',
    file: 'server/ibans/beginCooling.ts',
    find: 'usual: 72 * HOUR',
    replace: 'usual: 0',
    caughtBy: ['server/ibans/ibans.slow.test.ts'],
  },
  {
    name: 'two owners who demote each other',
    file: 'server/team/lockTeam.ts',
    find: 'where id = ${caller.accountId} for no key update`',
    replace: 'where id = ${caller.accountId}`',
    caughtBy: ['server/team/team.test.ts'],
  },
  {
    name: 'an admin who makes owners',
    file: 'domain/team.ts',
    find: "  if (rank(inner.role) < rank(outer.role)) return 'role'\n",
    replace: '',
    caughtBy: ['domain/team.test.ts', 'server/team/team.test.ts'],
  },
  {
    name: 'sessions that outlive a removal',
    file: 'server/team/endSessions.ts',
    find: 'where user_id = ${userId} and ended_at is null\n',
    replace: 'where user_id = ${userId} and ended_at is null and false\n',
    caughtBy: ['server/team/team.test.ts'],
  },
  {
    name: "a day's limit that is read and not guarded",
    file: 'server/operations/refundLimits.ts',
    find: '\n      where ${dayLimit}::bigint is null or d.spent_cents + excluded.spent_cents <= ${dayLimit}::bigint`',
    replace: '`',
    caughtBy: ['server/operations/refundLimits.test.ts'],
  },
  {
    name: 'a shop that sells before its papers are looked at',
    file: 'server/onboarding/decideShop.ts',
    find: "papers.filter((paper) => paper.status !== 'approved')",
    replace: 'papers.filter((paper) => isOwed(paper.status))',
    caughtBy: ['server/onboarding/review.test.ts'],
  },
  {
    name: 'a first shop paid to another company’s account',
    file: 'server/onboarding/shopDraft.ts',
    find: "and account_id = ${accountId} and state = 'active'",
    replace: "and state = 'active'",
    caughtBy: ['server/onboarding/onboarding.test.ts'],
  },
  {
    name: 'a link that opens after it was taken back',
    file: 'server/onboarding/openLink.ts',
    find: ' and l.revoked_at is null',
    replace: '',
    caughtBy: ['server/onboarding/delegation.test.ts'],
  },
  {
    name: 'a campaign for an audience that everybody gets',
    file: 'domain/campaignDeal.ts',
    find: '(campaign.audienceId === null || audienceIds.has(campaign.audienceId))',
    replace: 'true',
    caughtBy: ['domain/campaignDeal.test.ts', 'server/checkout/audienceSale.slow.test.ts'],
  },
  {
    name: 'members that are kept as the browser sent them',
    file: 'server/audiences/create.ts',
    find: 'keyedMember(key, digests.subarray(at, at + MEMBER_BYTES)).copy(hashes, at)',
    replace: 'digests.copy(hashes, at, at, at + MEMBER_BYTES)',
    caughtBy: ['server/audiences/audiences.slow.test.ts'],
  },
  {
    name: 'an audience erased under a campaign that runs',
    file: 'server/audiences/erase.ts',
    find: 'if (holding.length > 0)',
    replace: 'if (holding.length > 99)',
    caughtBy: ['server/audiences/audiences.slow.test.ts'],
  },
]
