import type { PlantedDefect } from './plantedDefect.ts'

/** Defects in what is sent to shops' servers: order, fairness, leases and ids. */
export const outboxDefects: readonly PlantedDefect[] = [
  {
    name: 'a customer’s message shown as sent in another transaction than that of its entry',
    file: 'server/sales/messages/customerMessage.ts',
    find: '      recordEndings(db, scope, endings, services.now())\n',
    replace:
      '    })\n    await services.database.write(scope, async (db) => {\n      recordEndings(db, scope, endings, services.now())\n    })\n    await services.database.write(scope, async (db) => {\n',
    caughtBy: ['server/sales/operations/customerMessages.test.ts'],
  },
  {
    name: 'a new database without an index that the migrations make',
    file: 'server/platform/database/schema/outbox.sql',
    find: "create index outbox_due on outbox (channel, due_at, number) where state = 'pending';",
    replace: '',
    caughtBy: ['server/platform/database/schema.test.ts'],
  },
  {
    name: 'a mail server that never answers, waited for longer than an entry is leased for',
    file: 'server/platform/outbound/post.ts',
    find: '    connectionTimeout: connect,\n    greetingTimeout: connect,\n    socketTimeout: answer,\n',
    replace: '',
    caughtBy: ['server/platform/outbound/post.test.ts'],
  },
  {
    name: 'the message of an error, which may quote a row, in a trace',
    file: 'server/platform/tracing/openTelemetry.ts',
    find: "'code' in error && typeof error.code === 'string' ? error.code : error.name",
    replace: 'error.message',
    caughtBy: ['server/app/tracing.test.ts'],
  },
  {
    name: 'an order’s newer state sent beside the retry of an earlier one',
    file: 'server/platform/outbox/enqueue.ts',
    find: 'due_at = case when o.lease is null then excluded.due_at else o.due_at end',
    replace: 'due_at = excluded.due_at',
    caughtBy: ['server/platform/outbox/outbox.test.ts'],
  },
  {
    name: 'an earlier state that is retried after a newer one has replaced it',
    file: 'server/platform/outbox/enqueue.ts',
    find: 'do ${kindSettings[kind].replaces ? replace : sql`nothing`}`',
    replace: 'do nothing`',
    caughtBy: ['server/platform/outbox/outbox.test.ts'],
  },
  {
    name: 'webhooks whose servers hang that hold up the messages of another',
    file: 'server/platform/outbox/sender.ts',
    find: 'last = groups.at(-1) ?? last',
    replace: 'last = null',
    caughtBy: ['server/merchants/webhooks/queue.slow.test.ts'],
  },
  {
    name: 'the outcome of a process whose lease has ended, stored over that of the one that sends now',
    file: 'server/platform/outbox/outcome.ts',
    find: 'where o.id = s.id and o.lease = ${lease}',
    replace: 'where o.id = s.id',
    caughtBy: ['server/platform/outbox/outbox.test.ts'],
  },
  {
    name: 'a repeated webhook that the receiver cannot tell from a new one',
    file: 'server/platform/outbox/deliveries.ts',
    find: '`msg_${hexOf(message_id)}`',
    replace: '`msg_${hexOf(message_id)}${Math.random()}`',
    caughtBy: [
      'server/merchants/webhooks/deliver.slow.test.ts',
      'server/merchants/webhooks/queue.slow.test.ts',
      'server/provider/events/events.test.ts',
    ],
  },
  {
    name: 'a message whose signature does not cover its body',
    file: 'server/platform/outbound/signedMessages.ts',
    find: 'signatureOf(signing, { id, at, body })',
    replace: "signatureOf(signing, { id, at, body: '' })",
    caughtBy: ['server/provider/events/events.test.ts', 'server/merchants/webhooks/deliver.slow.test.ts'],
  },
  {
    name: 'an operation of which the provider’s systems are not told',
    file: 'server/sales/lifecycle/changeOperation.ts',
    find: '...(isEvent ? [providerEventQueries(providerEvents(scope, now, changes))] : []),',
    replace: '',
    caughtBy: ['server/app/providerEvents.test.ts'],
  },
  {
    name: 'a suspended shop of which the provider’s systems are not told',
    file: 'server/merchants/merchants/switchShop.ts',
    find: 'tellProvider(db, { type, at: now, about: { accountId, merchantId }, objectId: merchantId })',
    replace: '',
    caughtBy: ['server/app/providerEvents.test.ts'],
  },
  {
    name: 'an event of a write that is rolled back',
    file: 'server/merchants/notices/providerEvents.ts',
    find: '  db.send(sql`with ${providerEventQueries(event)}',
    replace: '  db.send(sql`commit`)\n  db.send(sql`with ${providerEventQueries(event)}',
    caughtBy: ['server/provider/events/events.test.ts'],
  },
  {
    name: 'a person erased in one account whose messages of another are deleted',
    file: 'server/merchants/privacy/erasePerson.ts',
    find: 't.user_id = ${id} and t.account_id = ${accountId}`,\n    sql`delete from till_pins',
    replace: 't.user_id = ${id}`,\n    sql`delete from till_pins',
    caughtBy: ['server/merchants/privacy/erasing.slow.test.ts'],
  },
]
