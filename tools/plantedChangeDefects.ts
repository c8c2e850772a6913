import type { PlantedDefect } from './plantedDefect.ts'

/** Defects in what a change of state writes besides the state: deadlines, counters, callbacks and webhooks. */
export const changeDefects: readonly PlantedDefect[] = [
  {
    name: 'a deadline for capture that can be put off again and again',
    file: 'domain/sales/operations/lifecycle.ts',
    find: "captureBy > captureDeadline(confirmedAt) ? blocked('already_extended', madridDay(captureBy)) : ALLOWED",
    replace: 'ALLOWED',
    caughtBy: ['domain/sales/operations/lifecycle.test.ts', 'server/sales/operations/lifecycle.slow.test.ts'],
  },
  {
    name: 'a change of state that leaves the deadlines of the state before',
    file: 'server/sales/lifecycle/changeOperation.ts',
    find: '...(deadlines && moves.some((one) => hasDeadlines(one)) ? [dueQueries(scope)] : []),',
    replace: '',
    caughtBy: ['server/sales/lifecycle/changeOperation.test.ts'],
  },
  {
    name: 'a change of state that tells no webhook',
    file: 'server/sales/lifecycle/changeOperation.ts',
    find: '...(isEvent ? [webhookQueries(scope, webhookEvents(now))] : []),',
    replace: '',
    caughtBy: ['server/sales/lifecycle/changeOperation.test.ts'],
  },
  {
    name: 'a change of state that queues no callback',
    file: 'server/sales/lifecycle/changeOperation.ts',
    find: '...(called.length > 0 ? [sql`callback as (${queueCallback(scope, idsOf(called))})`] : []),',
    replace: '',
    caughtBy: ['server/sales/lifecycle/changeOperation.test.ts'],
  },
  {
    name: 'a change of state that the counters of the list do not count',
    file: 'server/sales/lifecycle/changeOperation.ts',
    find: '...(moves.some(isCounted) ? [counterQuery(scope)] : []),',
    replace: '',
    caughtBy: ['server/sales/lifecycle/changeOperation.test.ts'],
  },
  {
    name: 'a campaign that changes without its deadlines',
    file: 'server/sales/lifecycle/changeCampaigns.ts',
    find: '    deadlineQueries(scope, campaignDeadlineKinds, campaignDeadlinesOf(sql`select * from changed`)),\n',
    replace: '',
    caughtBy: ['server/sales/lifecycle/changeCampaigns.test.ts'],
  },
  {
    name: 'a payout that was returned without its webhook',
    file: 'server/money/settlements/settlementChanged.ts',
    find: '      queueWebhooks(db, scope, webhookOf({ id, at, ...fact }))\n',
    replace: '',
    caughtBy: ['server/money/payouts/payOut.test.ts'],
  },
  {
    name: 'a payment sent again that the provider’s own systems do not find among what changed',
    file: 'server/money/settlements/settlementChanged.ts',
    find: "  db.send(noteChanges('settlement', scope, sql`select ${id}::uuid as id`))\n",
    replace: '',
    caughtBy: ['server/money/payouts/resend.test.ts'],
  },
  {
    name: 'a payment sent again that nobody is told of',
    file: 'server/money/payouts/payAgain.ts',
    find: "  settlementChanged(db, scope, { type: 'payout.queued', id: row.id, at: now })\n",
    replace: '',
    caughtBy: ['server/money/payouts/resend.test.ts'],
  },
  {
    name: 'a save that was done already, refused as outdated when it is sent again',
    file: 'server/platform/calls/revision.ts',
    find: '  if (!changes) return\n',
    replace: '',
    caughtBy: ['server/app/revisions.test.ts'],
  },
  {
    name: 'a campaign’s change that was done already, refused as outdated when it is sent again',
    file: 'server/sales/campaigns/write.ts',
    find: '  const after = requestedTerms(body, before)\n',
    replace: '  assertFresh(before, body.revision)\n  const after = requestedTerms(body, before)\n',
    caughtBy: ['server/app/revisions.test.ts'],
  },
  {
    name: 'a settlement searched by its reference in a way that beside row-level security uses no index',
    file: 'server/provider/money/moneyRows.ts',
    find: '${reference} ~>=~ ${prefix} and ${reference} ~<~ ${afterPrefix(prefix)}',
    replace: '${reference} like ${`${prefix}%`}',
    caughtBy: ['tools/plans/planStatements.slow.test.ts'],
  },
]
